import { brand } from '@easel/contracts/brand';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { PASSWORD_MIN, TYPED_PASSWORD_MAX } from '@easel/contracts/members/policy';
import { operatorProblems, operatorsHttp } from '@easel/contracts/operators/http';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { call } from '../../lib/api.ts';
import { CONSOLE_TITLE } from '../../lib/console-title.ts';
import { words } from '../../ui/choices.ts';
import { Failed } from '../../ui/failed.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { passwordProblems } from './password-problems.ts';
import { roleTexts } from './role-texts.ts';

interface Props {
  /** The link's token; empty where there is none. */
  token: string;
  /** Takes over the session that accepting has opened. */
  onAccepted: (signedIn: Reply<typeof operatorsHttp.accept>) => void;
}

/** Where an invitation's link leads: who is invited as what, and the choice of a password. */
export default function InvitationPage({ token, onAccepted }: Props) {
  useTabTitle('Your invitation');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(operatorsHttp.look, { body: { token } }, { signal }),
    enabled: token !== '',
    staleTime: Infinity,
  });
  const [dead, setDead] = useState(false);
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper component="section" sx={{ p: 4, width: '100%', maxWidth: 440, border: 1, borderColor: 'divider' }}>
        <Typography variant="body2" color="text.secondary">
          {CONSOLE_TITLE}
        </Typography>
        <Typography variant="h1" sx={{ mb: 2 }}>
          Your invitation
        </Typography>
        {token === '' || dead || isDead(error) ? (
          <DeadLink />
        ) : data ? (
          <Choose token={token} invitation={data.invitation} onAccepted={onAccepted} onDead={() => setDead(true)} />
        ) : error ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Placeholder height={278} label="The invitation is being looked up" />
        )}
      </Paper>
    </Box>
  );
}

const isDead = (error: unknown): boolean =>
  error instanceof ApiError && error.status === operatorProblems.invitationDead.status;

const DeadLink = () => (
  <>
    <Alert severity="warning" role="alert">
      {operatorProblems.invitationDead.message}
    </Alert>
    <Typography sx={{ my: 2 }}>
      A link works once, for a week, and only until a newer one is sent. Ask an admin of {brand.name} to send you a
      fresh one. If you have set your password already, sign in with it.
    </Typography>
    <Link component={RouterLink} to="/login">
      To the sign-in
    </Link>
  </>
);

interface ChooseProps extends Props {
  invitation: Reply<typeof operatorsHttp.look>['invitation'];
  onDead: () => void;
}

function Choose({ token, invitation: { name, email, role }, onAccepted, onDead }: ChooseProps) {
  const [problems, setProblems] = useState<ReturnType<typeof passwordProblems>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = event.currentTarget;
    const form = new FormData(fields);
    const password = typed(form, 'password');
    const found = passwordProblems(password, typed(form, 'again'));
    setProblems(found);
    setRefusal(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      fields.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      onAccepted(await call(operatorsHttp.accept, { body: { token, password } }));
    } catch (error) {
      setBusy(false);
      if (isDead(error)) onDead();
      else setRefusal(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Person>
        {name}, you are invited as <strong>{words(role)}</strong>. {roleTexts[role]}
      </Person>
      {/* Password managers keep the password under this name. */}
      <TextField
        name="email"
        label="Email"
        value={email}
        autoComplete="username"
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <TextField
        name="password"
        type="password"
        label="Password"
        autoComplete="new-password"
        required
        disabled={busy}
        error={problems.password !== undefined}
        helperText={problems.password ?? `At least ${PASSWORD_MIN} characters.`}
        slotProps={{ htmlInput: { maxLength: TYPED_PASSWORD_MAX } }}
      />
      <TextField
        name="again"
        type="password"
        label="Password again"
        autoComplete="new-password"
        required
        disabled={busy}
        error={problems.again !== undefined}
        helperText={problems.again ?? ' '}
        slotProps={{ htmlInput: { maxLength: TYPED_PASSWORD_MAX } }}
      />
      {refusal !== undefined && (
        <Alert severity="error" role="alert" sx={{ mt: 1 }}>
          {refusal}
        </Alert>
      )}
      <Button type="submit" variant="contained" size="large" fullWidth loading={busy} sx={{ mt: 2 }}>
        Set password and sign in
      </Button>
    </form>
  );
}

const Person = ({ children }: { children: ReactNode }) => (
  <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>{children}</Typography>
);

function typed(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
