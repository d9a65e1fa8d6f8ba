import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { operatorProblems, operatorsHttp } from '@easel/contracts/operators/http';
import { UNLOCK_MINUTES } from '@easel/contracts/operators/policy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { call } from '../../lib/api.ts';
import { CONSOLE_TITLE } from '../../lib/console-title.ts';
import { useTabTitle } from '../../ui/page-title.tsx';

type Standing = { kind: 'asks' | 'busy' | 'done' | 'dead' } | { kind: 'failed'; text: string };

/** Uses the link past a lock when a button is pressed: programs that open links use nothing up. */
export default function UnlockPage({ token }: { token: string }) {
  useTabTitle('Let this browser sign in');
  const [standing, setStanding] = useState<Standing>({ kind: token === '' ? 'dead' : 'asks' });

  async function open() {
    setStanding({ kind: 'busy' });
    try {
      await call(operatorsHttp.unlock, { body: { token } });
      setStanding({ kind: 'done' });
    } catch (error) {
      const isDead = error instanceof ApiError && error.status === operatorProblems.unlockDead.status;
      if (isDead) setStanding({ kind: 'dead' });
      else setStanding({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });
    }
  }

  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper component="section" sx={{ p: 4, width: '100%', maxWidth: 440, border: 1, borderColor: 'divider' }}>
        <Typography variant="body2" color="text.secondary">
          {CONSOLE_TITLE}
        </Typography>
        <Typography variant="h1" sx={{ mb: 2 }}>
          Let this browser sign in
        </Typography>
        {standing.kind === 'done' ? (
          <Alert severity="success" role="status" sx={{ mb: 2 }}>
            This browser can try your password now.
          </Alert>
        ) : standing.kind === 'dead' ? (
          <>
            <Alert severity="warning" role="alert">
              {operatorProblems.unlockDead.message}
            </Alert>
            <Typography sx={{ my: 2 }}>A link works once, for {UNLOCK_MINUTES} minutes.</Typography>
          </>
        ) : (
          <>
            <Typography sx={{ mb: 2 }}>
              Press the button in the browser in which you want to sign in. You still need your password.
            </Typography>
            {standing.kind === 'failed' && (
              <Alert severity="error" role="alert" sx={{ mb: 2 }}>
                {standing.text}
              </Alert>
            )}
            <Button
              variant="contained"
              size="large"
              fullWidth
              loading={standing.kind === 'busy'}
              sx={{ mb: 2 }}
              onClick={() => void open()}
            >
              Let this browser try
            </Button>
          </>
        )}
        <Link component={RouterLink} to="/login">
          To the sign-in
        </Link>
      </Paper>
    </Box>
  );
}
