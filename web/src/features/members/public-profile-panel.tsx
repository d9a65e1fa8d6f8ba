import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { membersHttp, type User } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { proposedName, PUBLIC_NAME } from '@easel/contracts/members/policy';
import { personPath } from '@easel/contracts/people/policy';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormProblem } from './form-page.tsx';
import styles from './profile-page.module.css';
import { keepMember } from './session.ts';

const byCode = {
  [memberProblems.publicNameTaken.code]: 'name',
  [memberProblems.publicNameNeeded.code]: 'name',
} as const;

/** How the member is seen by everybody: under which name, if at all, and what remixes are given. */
export function PublicProfilePanel({ user }: { user: User }) {
  const { publicProfile } = user;
  const client = useQueryClient();
  const change = useCommand(membersHttp.updatePublicProfile);
  const [shown, setShown] = useState(publicProfile?.shown ?? false);
  const [shares, setShares] = useState(publicProfile?.sharesSettings ?? false);
  const [problem, setProblem] = useState<string>();
  const bodyOf = ({ name }: { name: string }) => ({ name, shown, sharesSettings: shares });

  const form = useTextForm({
    fields: ['name'],
    schema: () => import('@easel/contracts/members/bodies.http').then(({ publicProfileChange }) => publicProfileChange),
    byCode,
    bodyOf,
    alsoCheck: ({ name }): { name?: string } =>
      shown && visibleText(name) === '' ? { name: memberProblems.publicNameNeeded.message } : {},
    async send(values) {
      setProblem(undefined);
      const saved = await change.mutateAsync({ body: bodyOf(values) });
      keepMember(client, (known) => ({ ...known, publicProfile: saved.publicProfile }));
      toast.success(saved.publicProfile.shown ? `You are shown as ${saved.publicProfile.name}` : 'You are hidden');
    },
    onFailure(error, fields) {
      if (fields.length === 0) setProblem(messageOf(error, 'Your public profile could not be saved'));
    },
  });

  return (
    <Panel
      title="Public profile"
      note={
        publicProfile?.shown ? (
          <>
            {'Everybody sees '}
            <PageLink to={personPath(publicProfile.name)}>your page</PageLink>
            {'.'}
          </>
        ) : (
          'You are hidden: your public pictures bear no name.'
        )
      }
    >
      <form {...form.props} className={styles.form}>
        <TextField
          {...form.field('name')}
          label="Public name"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={PUBLIC_NAME.most}
          defaultValue={publicProfile ? publicProfile.name : proposedName(user.username)}
          hint={`${PUBLIC_NAME.least} to ${PUBLIC_NAME.most} of the letters a to z, digits and dashes. It is part of your page’s address.`}
        />
        <Switch
          label="Show me"
          hint="Your name on your public pictures, and a page with all of them, which others can follow. Hidden, all of that is gone at once."
          checked={shown}
          onChange={(event) => setShown(event.target.checked)}
        />
        <Switch
          label="Share seeds and negative prompts"
          hint="Whoever remixes a public picture of yours gets its prompt and settings. With this, its seed and its negative prompt, too."
          checked={shares}
          onChange={(event) => setShares(event.target.checked)}
        />
        <FormProblem message={problem} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" busy={form.busy}>
            Save public profile
          </Button>
        </div>
      </form>
    </Panel>
  );
}
