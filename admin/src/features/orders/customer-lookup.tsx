import { visibleText } from '@easel/contracts/kernel/visible-text';
import { ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { lookupKinds } from '@easel/contracts/orders/policy';
import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

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
  const [by, setBy] = useState<Kind>('email');
  const [text, setText] = useState('');
  const { name, hint, none } = labels[by];

  async function find() {
    const { orders, more } = await call(ordersConsoleHttp.lookUp, { body: { by, text: visibleText(text) } });
    if (orders.length === 0) throw new Error(none);
    onFound(orders, more);
  }

  return (
    <FormDialog title="Find a customer’s orders" action="Find" maxWidth="xs" onSubmit={find} onClose={onClose}>
      {(isBusy) => (
        <>
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
            disabled={isBusy}
            onChange={(event) => setText(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off' } }}
          />
        </>
      )}
    </FormDialog>
  );
}
