import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { membersHttp } from '@easel/contracts/members/http';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormPage, FormProblem } from './form-page.tsx';
import styles from './form-page.module.css';
import { beginSession } from './session.ts';

const loadForgotten = () => import('./forgotten-password-dialog.tsx');
const ForgottenPasswordDialog = lazy(loadForgotten);

/** spec: member-experience §2 "Login". The page's guard redirects after signing in. */
export default function LoginPage() {
  const { search } = useLocation();
  const client = useQueryClient();
  const login = useCommand(membersHttp.login);
  const [problem, setProblem] = useState<string>();
  const [forgotten, setForgotten] = useState(false);

  const form = useTextForm({
    fields: ['email', 'password'],
    schema: () => import('@easel/contracts/members/bodies.http').then(({ credentials }) => credentials),
    async send(values) {
      setProblem(undefined);
      beginSession(client, await login.mutateAsync({ body: values }));
      toast.success('Login successful!');
    },
    onFailure(error, fields) {
      if (fields.length > 0) return;
      const message = messageOf(error, 'Login failed');
      setProblem(message);
      toast.error(message);
    },
  });

  return (
    <FormPage title="Sign in" lead="Pick up where you left off.">
      <form {...form.props} className={styles.form}>
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
        />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" required />
        <button
          type="button"
          className={styles.aside}
          onPointerEnter={() => void loadForgotten().catch(() => {})}
          onClick={() => setForgotten(true)}
        >
          Forgot your password?
        </button>
        <FormProblem message={problem} />
        <Button type="submit" look="primary" busy={form.busy}>
          Sign in
        </Button>
      </form>
      <p>
        New here? <PageLink to={{ pathname: '/register', search }}>Create an account</PageLink>
      </p>
      {forgotten && (
        <Suspense>
          <ForgottenPasswordDialog onClose={() => setForgotten(false)} />
        </Suspense>
      )}
    </FormPage>
  );
}
