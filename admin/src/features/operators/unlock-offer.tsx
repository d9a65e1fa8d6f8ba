import { operatorsHttp } from '@easel/contracts/operators/http';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../lib/api.ts';

/** Offers a way past the lock, by a link that goes to the operator's address. */
export default function UnlockOffer({ email }: { email: string }) {
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
