import { bugSeverities, priorityOfBug } from '@easel/contracts/messages/policy';
import { deviceOf } from '../../lib/user-agent.ts';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { MessageFormPage, MessageText, useMessageForm } from './message-form.tsx';
import styles from './message-form.module.css';
import { bugCategories, bugForm, levelOptions, optionsOf, withChoices } from './message-words.ts';

const fields = ['subject', 'message_content', 'category', 'severity', 'browser', 'sender_email'] as const;
const BROWSER_MAX = 120;

/** This one, on a server none. */
const browserHere = (): string => (typeof navigator === 'undefined' ? '' : deviceOf(navigator.userAgent).name);

/** spec: public-and-commerce §2.13, Report a Bug. */
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
        <TextField
          {...form.field('browser')}
          label="Browser (optional)"
          maxLength={BROWSER_MAX}
          defaultValue={browserHere()}
        />
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
