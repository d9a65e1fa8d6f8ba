import { credentials, membersHttp } from '@easel/contracts/members/http';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { assignFieldErrors, schemaResolver } from '../../lib/form.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormPage, FormProblem } from './form-page.tsx';
import { beginSession } from './session.ts';

interface LoginForm {
  email: string;
  password: string;
}

const resolver = schemaResolver<LoginForm>(credentials);

export default function LoginPage() {
  const { search } = useLocation();
  const client = useQueryClient();
  const login = useCommand(membersHttp.login);
  const { register, handleSubmit, setError, formState } = useForm<LoginForm>({
    resolver,
    defaultValues: { email: '', password: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit((values) =>
    login.mutateAsync({ body: values }).then(
      (reply) => {
        beginSession(client, reply);
        toast.success('Login successful!');
      },
      (error: unknown) => {
        if (assignFieldErrors(error, ['email', 'password'], {}, setError)) return;
        const message = messageOf(error, 'Login failed');
        setError('root', { message });
        toast.error(message);
      },
    ),
  );

  return (
    <FormPage title="Sign in" lead="Pick up where you left off.">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          {...register('email')}
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          error={errors.email?.message}
        />
        <PasswordField
          {...register('password')}
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
        />
        <FormProblem message={errors.root?.message} />
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          Sign in
        </Button>
      </form>
      <p>
        New here? <PageLink to={{ pathname: '/register', search }}>Create an account</PageLink>
      </p>
    </FormPage>
  );
}
