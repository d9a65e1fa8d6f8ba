import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { membersHttp } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { PASSWORD_MIN, passwordForm } from '@easel/contracts/members/policy';
import { useRef, useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormProblem } from './form-page.tsx';
import styles from './profile-page.module.css';

const byCode = { [memberProblems.wrongPassword.code]: 'currentPassword' } as const;

/** spec: public-and-commerce §2.8, §5 "Password change". Password managers read the address. */
export function PasswordPanel({ username }: { username: string }) {
  const change = useCommand(membersHttp.changePassword);
  const [problem, setProblem] = useState<string>();
  const formElement = useRef<HTMLFormElement>(null);
  const form = useTextForm({
    fields: ['currentPassword', 'newPassword', 'confirmPassword'],
    schema: () => import('@easel/contracts/members/bodies.http').then(({ passwordChange }) => passwordChange),
    byCode,
    alsoCheck: ({ newPassword, confirmPassword }): { confirmPassword?: string } =>
      passwordForm(newPassword) === passwordForm(confirmPassword)
        ? {}
        : { confirmPassword: 'New passwords do not match' },
    async send({ currentPassword, newPassword }) {
      setProblem(undefined);
      await change.mutateAsync({ body: { currentPassword, newPassword } });
      formElement.current?.reset();
      toast.success('Password updated successfully');
    },
    onFailure(error, fields) {
      const message = messageOf(error, 'Failed to change password');
      toast.error(message);
      if (fields.length === 0) setProblem(message);
    },
  });
  return (
    <Panel title="Password & Security" note="A new password signs out every other device.">
      <form {...form.props} ref={formElement} className={styles.form}>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...form.field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <PasswordField
          {...form.field('newPassword')}
          label="New password"
          autoComplete="new-password"
          required
          hint={`At least ${PASSWORD_MIN} characters`}
        />
        <PasswordField
          {...form.field('confirmPassword')}
          label="Confirm new password"
          autoComplete="new-password"
          required
        />
        <FormProblem message={problem} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" busy={form.busy}>
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
