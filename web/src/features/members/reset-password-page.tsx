import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { membersHttp } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { passwordForm, resetPasswordProblems } from '@easel/contracts/members/policy';
import { CircleCheck, Circle, KeyRound, Link2Off, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { token as session } from '../../lib/token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormPage, FormProblem } from './form-page.tsx';
import styles from './form-page.module.css';
import rules from './password-rules.module.css';

/** spec: member-experience §2 "Reset password". */
export default function ResetPasswordPage() {
  const [params] = useSearchParams();
  const resetToken = params.get('token')?.trim();
  const [done, setDone] = useState(false);
  if (done) return <Done />;
  return resetToken ? (
    <ChoosePassword key={resetToken} resetToken={resetToken} onDone={() => setDone(true)} />
  ) : (
    <NoToken />
  );
}

function NoToken() {
  return (
    <FormPage title="Invalid Reset Link" lead={memberProblems.resetLinkDead.message} icon={<Link2Off size={24} />}>
      <ButtonLink look="primary" to="/login">
        Back to Login
      </ButtonLink>
    </FormPage>
  );
}

function ChoosePassword({ resetToken, onDone }: { resetToken: string; onDone: () => void }) {
  const reset = useCommand(membersHttp.resetPassword);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const form = useTextForm({
    fields: ['newPassword', 'confirmPassword'],
    schema: () => import('@easel/contracts/members/bodies.http').then(({ passwordReset }) => passwordReset),
    bodyOf: ({ newPassword }) => ({ token: resetToken, newPassword }),
    alsoCheck: ({ newPassword, confirmPassword }): { confirmPassword?: string } =>
      passwordForm(newPassword) === passwordForm(confirmPassword) ? {} : { confirmPassword: 'Passwords do not match' },
    async send({ newPassword }) {
      setProblem(undefined);
      await reset.mutateAsync({ body: { token: resetToken, newPassword } });
      // Every session of the member has ended with the old password, this browser's among them.
      if (session.get() !== null) session.clear('signed-out');
      onDone();
    },
    onFailure(error, fields) {
      if (fields.length > 0) return;
      const message = messageOf(error, 'Failed to reset password. Please try again.');
      setProblem(message);
      toast.error(message);
    },
  });
  return (
    <FormPage title="Reset your password" lead="Choose a new password for your account." icon={<KeyRound size={24} />}>
      <form {...form.props} className={styles.form}>
        <PasswordField
          {...form.field('newPassword')}
          label="New password"
          autoComplete="new-password"
          required
          onChange={(event) => setTyped(event.target.value)}
          hint={<Rules password={typed} />}
        />
        <PasswordField
          {...form.field('confirmPassword')}
          label="Confirm password"
          autoComplete="new-password"
          required
        />
        <FormProblem message={problem} />
        <Button type="submit" look="primary" busy={form.busy}>
          Reset password
        </Button>
      </form>
      <p>
        <ButtonLink to="/login">Back to Login</ButtonLink>
      </p>
    </FormPage>
  );
}

/** What the new password still lacks, in short; the whole sentence comes with the error. */
function Rules({ password }: { password: string }) {
  const missing = resetPasswordProblems(password);
  return (
    <span className={rules.rules}>
      {resetPasswordProblems('').map((rule) => {
        const met = !missing.includes(rule);
        const Icon = met ? CircleCheck : Circle;
        return (
          <span key={rule} data-met={met}>
            <Icon size={14} aria-hidden="true" />
            {shortened(rule)}
            <span className="visually-hidden">{met ? ', done' : ', missing'}</span>
          </span>
        );
      })}
    </span>
  );
}

const shortened = (rule: string) =>
  rule.replace(/^Password must (contain|be) at least /, 'At least ').replace(/ long$/, '');

function Done() {
  return (
    <FormPage
      title="Password reset"
      lead="Your password has been changed, and every device was signed out. Sign in with the new one."
      icon={<ShieldCheck size={24} />}
    >
      <ButtonLink look="primary" to="/login">
        Sign In Now
      </ButtonLink>
    </FormPage>
  );
}
