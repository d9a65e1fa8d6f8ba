import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { complaintsOf, type FieldErrors } from '@easel/contracts/kernel/complaints';
import { problems } from '@easel/contracts/kernel/problem';
import { operatorsHttp } from '@easel/contracts/operators/http';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Notification, useLogin, useNotify } from 'react-admin';
import { useLocation } from 'react-router';
import { CONSOLE_TITLE } from '../lib/console-title.ts';
import { useTabTitle } from '../ui/page-title.tsx';
import { endingOfSession, fragmentLeft } from './auth-provider.ts';

const UnlockOffer = lazy(() => import('../features/operators/unlock-offer.tsx'));

/** spec: public-and-commerce §2.1, §8 "Admin". */
export function LoginPage() {
  useTabTitle('Sign in');
  const login = useLogin();
  const notify = useNotify();
  const wayBack = wayBackOf(useLocation().state);
  const [problem, setProblem] = useState(endingOfSession);
  const [missing, setMissing] = useState<FieldErrors<'email' | 'password'>>({});
  const [busy, setBusy] = useState(false);
  /** The address for which too many passwords were wrong. */
  const [locked, setLocked] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = event.currentTarget;
    const credentials = Object.fromEntries(new FormData(fields));
    const complaints = complaintsOf<'email' | 'password'>(operatorsHttp.login.body, credentials);
    setMissing(complaints);
    const [first] = Object.keys(complaints);
    if (first !== undefined) return fields.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    setProblem(undefined);
    setLocked(undefined);
    try {
      await login(credentials, wayBack);
      notify('Admin login successful!', { type: 'success' });
    } catch (error) {
      setProblem((error instanceof Error && error.message) || 'Admin login failed');
      const { email } = credentials;
      const isLocked = error instanceof ApiError && error.status === problems.tooMany.status;
      if (isLocked && typeof email === 'string') setLocked(email);
      setBusy(false);
    }
  }

  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper component="section" sx={{ p: 4, width: '100%', maxWidth: 400, border: 1, borderColor: 'divider' }}>
        <Typography variant="body2" color="text.secondary">
          {CONSOLE_TITLE}
        </Typography>
        <Typography variant="h1" sx={{ mb: 2 }}>
          Admin Login
        </Typography>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <TextField
            name="email"
            type="email"
            label="Email"
            autoComplete="username"
            required
            disabled={busy}
            error={missing.email !== undefined}
            helperText={missing.email}
          />
          <TextField
            name="password"
            type="password"
            label="Password"
            autoComplete="current-password"
            required
            disabled={busy}
            error={missing.password !== undefined}
            helperText={missing.password}
          />
          {problem !== undefined && (
            <Alert severity="error" role="alert" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
          <Button type="submit" variant="contained" size="large" fullWidth loading={busy} sx={{ mt: 2 }}>
            Sign in
          </Button>
        </form>
        {locked !== undefined && (
          <Suspense>
            <UnlockOffer key={locked} email={locked} />
          </Suspense>
        )}
      </Paper>
      <Notification />
    </Box>
  );
}

/** Where somebody wanted to go who had to sign in first, as react-admin notes it. */
function wayBackOf(state: unknown): string {
  const { nextPathname, nextSearch } = (state ?? {}) as { nextPathname?: string; nextSearch?: string };
  return nextPathname === undefined || nextPathname === '/'
    ? '/dashboard'
    : `${nextPathname}${nextSearch ?? ''}${fragmentLeft()}`;
}
