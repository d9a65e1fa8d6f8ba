import { bugSeverities, priorityOfBug } from '@easel/contracts/messages/policy';
import { useEffect, useRef, type ComponentProps } from 'react';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { MessageFormPage, MessageText, useMessageForm } from './message-form.tsx';
import styles from './message-form.module.css';
import { bugCategories, bugForm, levelOptions, optionsOf, withChoices } from './message-words.ts';

const fields = ['subject', 'message_content', 'category', 'severity', 'browser', 'sender_email'] as const;
const BROWSER_MAX = 120;

/** spec: public-and-commerce §2.13 "Report a Bug". */
export default function ReportBugPage() {
  const form = useMessageForm({
    type: 'bug',
    fields,
    schema: bugForm,
    success: 'Bug report submitted successfully! We will investigate this issue.',
    failure: 'Failed to submit bug report. Please try again.',
    message({ sender_email, subject, category, severity, browser, message_content }) {
      const level = bugSeverities.find((one) => one === severity) ?? 'medium';
      return {
        sender_email,
        subject,
        message_content: withChoices({ Category: category, Severity: level, Browser: browser }, message_content),
        priority: priorityOfBug(level),
      };
    },
  });
  return (
    <MessageFormPage
      lead="Tell us what you did, what happened, and what should have happened."
      form={form}
      submit="Submit report"
      submitting="Submitting..."
    >
      <TextField {...form.field('subject')} label="Title" required />
      <MessageText {...form.field('message_content')} label="Description" />
      <div className={styles.pair}>
        <SelectField name="category" label="Category" options={optionsOf(bugCategories)} />
        <SelectField name="severity" label="Severity" defaultValue="medium" options={levelOptions(bugSeverities)} />
        <BrowserField {...form.field('browser')} label="Browser (optional)" maxLength={BROWSER_MAX} />
        <TextField
          {...form.field('sender_email')}
          label="Email (optional)"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="In case we have a question."
        />
      </div>
    </MessageFormPage>
  );
}

/** Names this browser, once the form is filled in: what knows their names weighs more than the page does. */
function BrowserField(props: ComponentProps<typeof TextField>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    const fillIn = () =>
      void import('../../lib/user-agent.ts').then(
        ({ deviceOf }) => {
          if (input.current?.value === '') input.current.value = deviceOf(navigator.userAgent).name;
        },
        // Without a connection it stays empty, as it may.
        () => undefined,
      );
    form?.addEventListener('focusin', fillIn, { once: true });
    return () => form?.removeEventListener('focusin', fillIn);
  }, []);
  return <TextField {...props} ref={input} />;
}
