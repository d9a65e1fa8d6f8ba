import { cutText } from '@easel/contracts/kernel/cut-text';
import { registration, registrationHttp } from '@easel/contracts/members/registration.http';
import { memberProblems } from '@easel/contracts/members/problems';
import { PASSWORD_MIN } from '@easel/contracts/members/policy';
import { brand } from '@easel/contracts/brand';
import type { Reply } from '@easel/contracts/kernel/client/address';
import type { trialsHttp } from '@easel/contracts/trials/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, PasswordField, TextField } from '../../ui/field.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { forgetInvitation, invitation } from '../account/invitation.ts';
import { landing } from '../telemetry/arrival.ts';
import { FormPage, FormProblem } from './form-page.tsx';
import styles from './form-page.module.css';
import { beginSession } from './session.ts';

const fields = ['firstName', 'lastName', 'email', 'username', 'password', 'confirmPassword', 'referralCode'] as const;
const byCode = {
  [memberProblems.emailTaken.code]: 'email',
  [memberProblems.usernameTaken.code]: 'username',
} as const;
const REFERRAL_MAX = 40;

/** Whether somebody has made pictures in this tab before registering, which are theirs from then on. */
const madeBefore = (client: QueryClient): boolean =>
  Boolean(client.getQueryData<Reply<typeof trialsHttp.current>>(['trial', 'current'])?.trial);

/** spec: member-experience §2 "Register". */
export default function RegisterPage() {
  const { search } = useLocation();
  const [params] = useSearchParams();
  const referralCode = cutText((params.get('ref') ?? invitation() ?? '').trim(), REFERRAL_MAX);
  const client = useQueryClient();
  const signUp = useCommand(registrationHttp.register);
  const [problem, setProblem] = useState<string>();

  const form = useTextForm({
    fields,
    schema: registration,
    byCode,
    async send({ referralCode: code, ...values }, data) {
      setProblem(undefined);
      const body = {
        ...values,
        referralCode: code || null,
        marketingOptIn: data.has('marketingOptIn'),
        landing: landing(),
      };
      const reply = await signUp.mutateAsync({ body });
      beginSession(client, reply);
      forgetInvitation();
      const kept = madeBefore(client) ? ' What you made is in Your Gallery.' : '';
      client.removeQueries({ queryKey: ['trial'] });
      toast.success(`Welcome to ${brand.name}, ${reply.user.firstName}!${kept}`);
    },
    onFailure(error, taken) {
      const message = messageOf(error, 'Registration failed');
      toast.error(message);
      if (taken.length === 0) setProblem(message);
    },
  });

  return (
    <FormPage
      title="Create your account"
      lead={`Every account gets free credits each month.${madeBefore(client) ? ' What you made comes with you.' : ''}`}
    >
      <form {...form.props} className={styles.form}>
        <div className={styles.pair}>
          <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
          <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" required />
        </div>
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
        />
        <TextField
          {...form.field('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          required
          hint={`At least ${PASSWORD_MIN} characters`}
        />
        <PasswordField
          {...form.field('confirmPassword')}
          label="Confirm password"
          autoComplete="new-password"
          required
        />
        {referralCode && (
          <TextField
            {...form.field('referralCode')}
            key={referralCode}
            label="Referral code"
            defaultValue={referralCode}
            readOnly
          />
        )}
        <Checkbox name="marketingOptIn" label="Send me news and offers by email (optional)" />
        <FormProblem message={problem} />
        <Button type="submit" look="primary" busy={form.busy}>
          Create account
        </Button>
      </form>
      <p>
        Already have an account? <PageLink to={{ pathname: '/login', search }}>Sign in</PageLink>
      </p>
    </FormPage>
  );
}
