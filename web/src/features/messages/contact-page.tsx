import { ESCALATE_AFTER_MS } from '@easel/contracts/messages/policy';
import { useLocation } from 'react-router';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { MessageFormPage, MessageText, useMessageForm } from './message-form.tsx';
import styles from './message-form.module.css';
import { writtenAhead } from './written-ahead.ts';
import { contactCategories, contactForm, optionsOf, withChoices } from './message-words.ts';

const fields = ['sender_name', 'sender_email', 'subject', 'category', 'message_content'] as const;

/** spec: public-and-commerce §2.13 "Contact Us". */
export default function ContactPage() {
  const ahead = writtenAhead(useLocation().state);
  const form = useMessageForm({
    type: 'contact',
    fields,
    schema: contactForm,
    success: "Message sent successfully! We'll get back to you soon.",
    failure: 'Failed to send message. Please try again.',
    message: ({ sender_name, sender_email, subject, category, message_content }) => ({
      sender_name,
      sender_email,
      subject,
      message_content: withChoices({ Category: category }, message_content),
      priority: 'normal',
    }),
  });
  return (
    <MessageFormPage
      lead={`Write to us and we reply by email, within ${ESCALATE_AFTER_MS / 3_600_000} hours.`}
      form={form}
      submit="Send message"
      submitting="Sending..."
    >
      <div className={styles.pair}>
        <TextField {...form.field('sender_name')} label="Name" autoComplete="name" defaultValue={ahead.name} required />
        <TextField
          {...form.field('sender_email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={ahead.email}
          required
        />
        <TextField {...form.field('subject')} label="Subject" defaultValue={ahead.subject} required />
        <SelectField name="category" label="Category" options={optionsOf(contactCategories)} />
      </div>
      <MessageText {...form.field('message_content')} label="Message" begins={ahead.message} />
    </MessageFormPage>
  );
}
