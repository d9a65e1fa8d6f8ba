import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { membersHttp } from '@easel/contracts/members/http';
import { RESET_LINK_MINUTES } from '@easel/contracts/members/policy';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './forgotten-password-dialog.module.css';
import { FormProblem } from './form-page.tsx';

/**
 * spec: public-and-commerce §2.9: a form, then the confirmation, which says the same whether the address is known or
 * not.
 */
export default function ForgottenPasswordDialog({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Dialog label="Forgot your password?" onClose={onClose} className={styles.dialog}>
      {sentTo === null ? (
        <AskForLink onSent={setSentTo} onClose={onClose} />
      ) : (
        <Sent email={sentTo} onAnother={() => setSentTo(null)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function AskForLink({ onSent, onClose }: { onSent: (email: string) => void; onClose: () => void }) {
  const ask = useCommand(membersHttp.forgotPassword);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const form = useTextForm({
    fields: ['email'],
    schema: () => import('@easel/contracts/members/bodies.http').then(({ forgottenPassword }) => forgottenPassword),
    async send(values) {
      setProblem(undefined);
      await ask.mutateAsync({ body: values });
      onSent(values.email.trim());
    },
    onFailure(error, fields) {
      if (fields.length === 0) setProblem(messageOf(error, 'Something went wrong. Please try again.'));
    },
  });
  return (
    <form {...form.props} className={styles.body}>
      <h2>Forgot your password?</h2>
      <p>Enter your email address and we will send you a link to choose a new one.</p>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        ref={input}
      />
      <div role="alert">
        <FormProblem message={problem} />
      </div>
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          Send reset link
        </Button>
      </div>
    </form>
  );
}

function Sent({ email, onAnother, onClose }: { email: string; onAnother: () => void; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.body}>
      <MailCheck size={28} className={styles.sign} aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1}>
        Check your email
      </h2>
      <p>
        If an account belongs to <strong>{email}</strong>, a link to reset its password is on its way. It works for{' '}
        {RESET_LINK_MINUTES} minutes.
      </p>
      <p>Nothing there after a few minutes? Look in your spam folder.</p>
      <div className={styles.actions}>
        <Button onClick={onAnother}>Use a different email</Button>
        <Button look="primary" onClick={onClose}>
          Return to login
        </Button>
      </div>
    </div>
  );
}
