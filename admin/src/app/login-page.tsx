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
import { type FormEvent, useState } from 'react';
import { Notification, useLogin, useNotify } from 'react-admin';
import { useLocation } from 'react-router';
import { call } from '../lib/api.ts';
import { CONSOLE_TITLE } from '../lib/console-title.ts';
import { useTabTitle } from '../ui/page-title.tsx';
import { endingOfSession, fragmentLeft } from './auth-provider.ts';

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
        {locked !== undefined && <UnlockOffer key={locked} email={locked} />}
      </Paper>
      <Notification />
    </Box>
  );
}

/** Offers a way past the lock to whoever reads the operator's mail. */
function UnlockOffer({ email }: { email: string }) {
  const [answer, setAnswer] = useState<{ severity: 'success' | 'error'; text: string }>();
  const [busy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      const { message } = await call(operatorsHttp.sendUnlock, { body: { email } });
      setAnswer({ severity: 'success', text: message });
    } catch (error) {
      setAnswer({ severity: 'error', text: error instanceof Error ? error.message : String(error) });
    }
    setBusy(false);
  }

  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        Too many passwords were wrong, so this browser has to wait. With a link by mail it can try again at once.
      </Typography>
      {answer && (
        <Alert severity={answer.severity} role={answer.severity === 'error' ? 'alert' : 'status'} sx={{ mb: 1 }}>
          {answer.text}
        </Alert>
      )}
      <Button variant="outlined" fullWidth loading={busy} onClick={() => void send()}>
        Send me a link
      </Button>
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
