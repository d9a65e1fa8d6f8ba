import { visibleText } from '@easel/contracts/kernel/visible-text';
import { ordersHttp } from '@easel/contracts/orders/http';
import { lookupKinds } from '@easel/contracts/orders/policy';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { call } from '../../lib/api.ts';

type Kind = (typeof lookupKinds)[number];

const labels: Readonly<Record<Kind, { name: string; hint: string; none: string }>> = {
  email: {
    name: 'Email address',
    hint: 'The whole address, as it was typed at the checkout.',
    none: 'No order has this email address.',
  },
  name: { name: 'Name', hint: 'How the name begins.', none: 'No order has a name that begins so.' },
};

interface Props {
  onFound: (orders: string[], hasMore: boolean) => void;
  onClose: () => void;
}

/** Finds orders by their customer. Nothing that is typed gets into an address, and each look-up is an event. */
export function CustomerLookup({ onFound, onClose }: Props) {
  const titleId = useId();
  const [by, setBy] = useState<Kind>('email');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { name, hint, none } = labels[by];

  async function find() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { orders, more } = await call(ordersHttp.lookUp, { body: { by, text: visibleText(text) } });
      if (orders.length > 0) return onFound(orders, more);
      setProblem(none);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  }

  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void find();
        }}
      >
        <DialogTitle id={titleId} component="h2">
          Find a customer’s orders
        </DialogTitle>
        <DialogContent>
          <DialogContentText gutterBottom>An event records that you looked this customer up.</DialogContentText>
          <TextField label="By" select value={by} onChange={(event) => setBy(event.target.value as Kind)}>
            {lookupKinds.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {labels[kind].name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={name}
            type={by === 'email' ? 'email' : 'text'}
            required
            value={text}
            helperText={hint}
            disabled={busy}
            onChange={(event) => setText(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off' } }}
          />
          {problem !== undefined && (
            <Alert severity="error" role="alert" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy} color="inherit">
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            Find
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
