import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { canonicalEmail, UNDO_EMAIL_DAYS } from '@easel/contracts/members/policy';
import { membersHttp, type User } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormProblem } from './form-page.tsx';
import styles from './profile-page.module.css';
import { keepMember } from './session.ts';

const byCode = {
  [memberProblems.emailTaken.code]: 'email',
  [memberProblems.usernameTaken.code]: 'username',
  [memberProblems.passwordNeeded.code]: 'currentPassword',
  [memberProblems.wrongPassword.code]: 'currentPassword',
} as const;

/** spec: public-and-commerce §2.8 "Profile Information"; spec: rulings "Saving the profile". */
export function ProfilePanel({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Another round of editing begins with what is stored, not with what was typed and given up. */
  const [round, setRound] = useState(0);
  const [moves, setMoves] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const formElement = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const update = useCommand(membersHttp.updateProfile);

  const isAnother = (email: string) => canonicalEmail(email) !== canonicalEmail(user.email);

  function close() {
    flushSync(() => {
      form.forgive();
      setEditing(false);
      setProblem(undefined);
      setMoves(false);
      setRound(round + 1);
    });
    edit.current?.focus();
  }

  function open() {
    flushSync(() => setEditing(true));
    formElement.current?.querySelector('input')?.focus();
  }

  const form = useTextForm({
    fields: ['firstName', 'lastName', 'email', 'currentPassword', 'username'],
    schema: () => import('@easel/contracts/members/bodies.http').then(({ profile }) => profile),
    byCode,
    alsoCheck: ({ email, currentPassword }): { currentPassword?: string } =>
      isAnother(email) && currentPassword === '' ? { currentPassword: memberProblems.passwordNeeded.message } : {},
    async send(values) {
      setProblem(undefined);
      const { user: saved } = await update.mutateAsync({ body: values });
      keepMember(client, () => saved);
      toast.success('Profile updated successfully!');
      close();
    },
    onFailure(error, fields) {
      const message = messageOf(error, 'Profile update failed');
      toast.error(message);
      if (fields.length === 0) setProblem(message);
    },
  });

  const shared = { disabled: !editing, required: true };
  return (
    <Panel
      title="Profile Information"
      actions={
        !editing && (
          <Button ref={edit} onClick={open}>
            <Pencil size={16} aria-hidden="true" />
            Edit Profile
          </Button>
        )
      }
    >
      <form {...form.props} ref={formElement} key={`${round}-${editing ? '' : stamp(user)}`} className={styles.form}>
        <div className={styles.pair}>
          <TextField
            {...form.field('firstName')}
            {...shared}
            label="First name"
            autoComplete="given-name"
            defaultValue={user.firstName}
          />
          <TextField
            {...form.field('lastName')}
            {...shared}
            label="Last name"
            autoComplete="family-name"
            defaultValue={user.lastName}
          />
        </div>
        <TextField
          {...form.field('email')}
          {...shared}
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          defaultValue={user.email}
          onChange={(event) => setMoves(isAnother(event.target.value))}
          hint={editing ? 'A new address has to be verified again.' : user.emailVerified ? 'Verified' : undefined}
        />
        {editing && moves && (
          <PasswordField
            {...form.field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
            required
            hint={`We tell your old address of the change. A link in that mail undoes it for ${UNDO_EMAIL_DAYS} days.`}
          />
        )}
        <TextField
          {...form.field('username')}
          {...shared}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={user.username}
        />
        <FormProblem message={problem} />
        {editing && (
          <div className={styles.actions}>
            <Button type="submit" look="primary" busy={form.busy}>
              Save
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        )}
      </form>
    </Panel>
  );
}

/** What the closed form shows changes with the member. */
const stamp = (user: User) => [user.firstName, user.lastName, user.email, user.username].join('\n');
