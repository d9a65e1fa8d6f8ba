import { featurePriorities, priorityOfFeature } from '@easel/contracts/messages/policy';
import { SelectField } from '../../ui/select.tsx';
import { TextField } from '../../ui/field.tsx';
import { MessageFormPage, MessageText, useMessageForm } from './message-form.tsx';
import styles from './message-form.module.css';
import { featureCategories, featureForm, levelOptions, optionsOf, withChoices } from './message-words.ts';

const fields = ['subject', 'message_content', 'category', 'priority', 'sender_name', 'sender_email'] as const;

/** spec: public-and-commerce §2.13 "Request a Feature". */
export default function ReportFeaturePage() {
  const form = useMessageForm({
    type: 'feature',
    fields,
    schema: featureForm,
    success: "Feature request submitted successfully! We'll review your suggestion.",
    failure: 'Failed to submit feature request. Please try again.',
    message({ sender_name, sender_email, subject, category, priority, message_content }) {
      const level = featurePriorities.find((one) => one === priority) ?? 'medium';
      return {
        sender_name,
        sender_email,
        subject,
        message_content: withChoices({ Category: category, Priority: level }, message_content),
        priority: priorityOfFeature(level),
      };
    },
  });
  return (
    <MessageFormPage
      lead="Tell us what you miss. Every request is read by a person."
      form={form}
      submit="Submit request"
      submitting="Submitting..."
    >
      <TextField {...form.field('subject')} label="Title" required />
      <MessageText {...form.field('message_content')} label="Description" />
      <div className={styles.pair}>
        <SelectField name="category" label="Category" options={optionsOf(featureCategories)} />
        <SelectField name="priority" label="Priority" defaultValue="medium" options={levelOptions(featurePriorities)} />
        <TextField {...form.field('sender_name')} label="Name (optional)" autoComplete="name" />
        <TextField
          {...form.field('sender_email')}
          label="Email (optional)"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="So that we can tell you when it is there."
        />
      </div>
    </MessageFormPage>
  );
}
