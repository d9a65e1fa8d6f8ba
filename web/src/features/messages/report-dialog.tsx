import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { cutText } from '@easel/contracts/kernel/cut-text';
import { messagesHttp } from '@easel/contracts/messages/http';
import { reportReasons, SUBJECT_MAX } from '@easel/contracts/messages/policy';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Reported } from '../images/image-deals.ts';
import { MessageText } from './message-form.tsx';
import { optionsOf, reportForm, withChoices } from './message-words.ts';
import styles from './report.module.css';

const fields = ['sender_email', 'message_content'] as const;
const FAILURE = 'Failed to send the report. Please try again.';

interface ReportDialogProps {
  what: Reported;
  onClose: () => void;
}

/** Tells those who work on messages that a picture or a person should not be shown. */
export default function ReportDialog({ what: { kind, path, name }, onClose }: ReportDialogProps) {
  const submission = useCommand(messagesHttp.submit);
  const [problem, setProblem] = useState<string>();
  const title = kind === 'picture' ? 'Report this picture' : `Report ${name}`;
  const form = useTextForm({
    fields,
    schema: reportForm,
    async send({ sender_email, message_content }, data) {
      setProblem(undefined);
      const address = new URL(path, window.location.origin).href;
      const reason = data.get('reason');
      await submission.mutateAsync({
        body: {
          message_type: 'report',
          sender_email,
          subject: cutText(`Report of a ${kind}: ${name}`, SUBJECT_MAX),
          message_content: withChoices(
            { Reason: typeof reason === 'string' ? reason : '', Address: address },
            message_content,
          ),
          source_page: path,
        },
      });
      toast.success('Thank you. We look into it.');
      onClose();
    },
    onFailure(error, complained) {
      if (complained.length === 0) setProblem(error instanceof ApiError ? error.message : FAILURE);
    },
  });
  return (
    <Dialog label={title} onClose={onClose} className={styles.dialog}>
      <form {...form.props} className={styles.form}>
        <h2>{title}</h2>
        <p>It goes to the people who look after what is shown here, and to nobody else.</p>
        <SelectField name="reason" label="Reason" options={optionsOf(reportReasons)} />
        <MessageText {...form.field('message_content')} label="What is wrong?" />
        <TextField
          {...form.field('sender_email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="Only if you want an answer."
        />
        {problem && <Notice kind="problem">{problem}</Notice>}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            {form.busy ? 'Sending...' : 'Send report'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
