import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import type { OrderRecord } from '@easel/contracts/orders/console.http';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { formatDollars } from '../../ui/money.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { nameOf } from './item-name.ts';
import { openItems, type RefundChoice, refundChoices, refundSum } from './refund-sums.ts';

const labels: Readonly<Record<RefundChoice, string>> = {
  all: 'Everything not yet refunded',
  delivery: 'Delivery',
  items: 'Chosen items',
};

export function RefundDialog({ order, onClose }: { order: OrderRecord; onClose: () => void }) {
  const refund = useAction(orderActionsHttp.refund);
  const notify = useNotify();
  const [what, setWhat] = useState<RefundChoice>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const dollars = what === undefined ? 0 : refundSum(order, what, chosen);
  const sum = formatDollars(dollars);

  async function confirm(reason: string, key: string) {
    if (what === undefined) return;
    const items = what === 'items' ? [...chosen] : [];
    await refund({ params: { id: order.id }, body: { what, items, reason } }, key);
    notify(`${sum} goes back to the card`, { type: 'success' });
  }

  return (
    <ReasonDialog
      title={`Refund ${order.reference}`}
      action={dollars > 0 ? `Refund ${sum}` : 'Refund'}
      danger
      canConfirm={dollars > 0}
      onClose={onClose}
      onConfirm={confirm}
    >
      <TextField
        label="What to refund"
        select
        value={what ?? ''}
        onChange={(event) => setWhat(event.target.value as RefundChoice)}
      >
        {refundChoices(order).map((one) => (
          <MenuItem key={one} value={one}>
            {labels[one]}
          </MenuItem>
        ))}
      </TextField>
      {what === 'items' && <ItemChoice order={order} chosen={chosen} onChange={setChosen} />}
      <Typography role="status" sx={{ my: 1 }}>
        {hint(what, dollars)}
      </Typography>
    </ReasonDialog>
  );
}

function hint(what: RefundChoice | undefined, dollars: number): string {
  if (what === undefined) return 'Choose what to refund.';
  if (dollars === 0) return 'Choose at least one item.';
  return `${formatDollars(dollars)} goes back to the card. It can take the bank a few days to show it.`;
}

interface ChoiceProps {
  order: OrderRecord;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function ItemChoice({ order, chosen, onChange }: ChoiceProps) {
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <FormControl component="fieldset" sx={{ display: 'block', mt: 1 }}>
      <FormLabel component="legend">Items</FormLabel>
      {openItems(order).map((item) => (
        <FormControlLabel
          key={item.id}
          sx={{ display: 'flex' }}
          control={<Checkbox checked={chosen.has(item.id)} onChange={() => toggle(item.id)} />}
          label={`${nameOf(item)}: ${formatDollars(item.price)}`}
        />
      ))}
    </FormControl>
  );
}
