import { memberProblems, membersHttp, registration } from '@easel/contracts/members/http';
import { PASSWORD_MIN } from '@easel/contracts/members/policy';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation, useSearchParams } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { brand } from '@easel/contracts/brand';
import { assignFieldErrors, schemaResolver } from '../../lib/form.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, PasswordField, TextField } from '../../ui/field.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormPage, FormProblem } from './form-page.tsx';
import styles from './register-page.module.css';
import { beginSession } from './session.ts';

interface RegisterForm {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
  confirmPassword: string;
  referralCode: string;
  marketingOptIn: boolean;
}

const resolver = schemaResolver<RegisterForm>(registration);
const fields = ['firstName', 'lastName', 'email', 'username', 'password', 'confirmPassword', 'referralCode'] as const;
const fieldByCode = {
  [memberProblems.emailTaken.code]: 'email',
  [memberProblems.usernameTaken.code]: 'username',
} as const;
const REFERRAL_MAX = 40;

export default function RegisterPage() {
  const { search } = useLocation();
  const [params] = useSearchParams();
  const referralCode = (params.get('ref') ?? '').trim().slice(0, REFERRAL_MAX);
  const client = useQueryClient();
  const signUp = useCommand(membersHttp.register);
  const { register, handleSubmit, setError, formState } = useForm<RegisterForm>({
    resolver,
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      username: '',
      password: '',
      confirmPassword: '',
      referralCode,
      marketingOptIn: false,
    },
  });
  const { errors } = formState;

  const submit = handleSubmit((values) =>
    signUp.mutateAsync({ body: { ...values, referralCode: values.referralCode || null } }).then(
      (reply) => {
        beginSession(client, reply);
        toast.success(`Welcome to ${brand.name}, ${reply.user.firstName}!`);
      },
      (error: unknown) => {
        const message = messageOf(error, 'Registration failed');
        toast.error(message);
        if (!assignFieldErrors(error, fields, fieldByCode, setError)) setError('root', { message });
      },
    ),
  );

  return (
    <FormPage title="Create your account" lead="Every account starts with free credits each month.">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.pair}>
          <TextField
            {...register('firstName')}
            label="First name"
            autoComplete="given-name"
            required
            error={errors.firstName?.message}
          />
          <TextField
            {...register('lastName')}
            label="Last name"
            autoComplete="family-name"
            required
            error={errors.lastName?.message}
          />
        </div>
        <TextField
          {...register('email')}
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          error={errors.email?.message}
        />
        <TextField
          {...register('username')}
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={errors.username?.message}
        />
        <PasswordField
          {...register('password')}
          label="Password"
          autoComplete="new-password"
          required
          hint={`At least ${PASSWORD_MIN} characters`}
          error={errors.password?.message}
        />
        <PasswordField
          {...register('confirmPassword')}
          label="Confirm password"
          autoComplete="new-password"
          required
          error={errors.confirmPassword?.message}
        />
        {referralCode && (
          <TextField
            {...register('referralCode')}
            label="Referral code"
            readOnly
            error={errors.referralCode?.message}
          />
        )}
        <Checkbox {...register('marketingOptIn')} label="Send me news and offers by email (optional)" />
        <FormProblem message={errors.root?.message} />
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          Create account
        </Button>
      </form>
      <p>
        Already have an account? <PageLink to={{ pathname: '/login', search }}>Sign in</PageLink>
      </p>
    </FormPage>
  );
}
