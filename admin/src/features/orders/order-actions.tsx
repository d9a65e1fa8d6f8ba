import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import type { OrderRecord } from '@easel/contracts/orders/console.http';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useMayCall } from '../../lib/roles.ts';
import { useAction } from '../../lib/use-action.ts';
import { formatDollars } from '../../ui/money.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { nameOf } from './item-name.ts';
import { type OrderAction, openActions } from './open-actions.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { openItems } from './refund-sums.ts';

const buttons: Readonly<Record<OrderAction, { label: string; color: 'primary' | 'error' }>> = {
  address: { label: 'Correct address', color: 'primary' },
  reprint: { label: 'Print again', color: 'primary' },
  refund: { label: 'Refund', color: 'error' },
  cancel: { label: 'Cancel and refund', color: 'error' },
};

/** Actions of support that are possible now; each asks for a reason. */
export function Actions({ order }: { order: OrderRecord }) {
  const mayAct = useMayCall(orderActionsHttp.cancel);
  const [asked, setAsked] = useState<OrderAction>();
  const open = openActions(order);
  const close = () => setAsked(undefined);
  if (!mayAct || (open.length === 0 && asked === undefined)) return null;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
      {open.map((action) => (
        <Button
          key={action}
          variant="outlined"
          size="small"
          color={buttons[action].color}
          onClick={() => setAsked(action)}
        >
          {buttons[action].label}
        </Button>
      ))}
      {asked === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {asked === 'reprint' && <ReprintDialog order={order} onClose={close} />}
      {asked === 'refund' && <RefundDialog order={order} onClose={close} />}
      {asked === 'address' && order.delivery !== null && (
        <AddressDialog order={order} address={order.delivery.address} onClose={close} />
      )}
    </Stack>
  );
}

interface DialogProps {
  order: OrderRecord;
  onClose: () => void;
}

function CancelDialog({ order, onClose }: DialogProps) {
  const cancel = useAction(orderActionsHttp.cancel);
  const notify = useNotify();
  return (
    <ReasonDialog
      title={`Cancel ${order.reference}`}
      action="Cancel order"
      dismiss="Keep order"
      danger
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await cancel({ params: { id: order.id }, body: { reason } }, key);
        notify(`${order.reference} is cancelled`, { type: 'success' });
      }}
    >
      {consequence(order)}
    </ReasonDialog>
  );
}

function consequence({ status, total, refunded }: OrderRecord): string {
  const back = `${formatDollars(total - refunded)} goes back to the card.`;
  if (status === 'paid') return `Nothing is printed. ${back}`;
  if (status === 'in_production') return `This works only while the print service has not begun to make it. ${back}`;
  return 'Nothing has been charged. The member can order again.';
}

/** Says what is made again: refunded items are left out. */
function printedAgain(order: OrderRecord): string {
  const items = openItems(order).flatMap((item) =>
    item.kind === 'product' ? [`${item.quantity} × ${nameOf(item)}`] : [],
  );
  const hasRefunded = order.items.some(({ kind, refunded }) => kind === 'product' && refunded);
  const leftOut = hasRefunded ? ' Refunded items are left out.' : '';
  return `Made again and sent to the address of the order: ${items.join('; ')}.${leftOut} The member pays nothing for it.`;
}

function ReprintDialog({ order, onClose }: DialogProps) {
  const reprint = useAction(orderActionsHttp.reprint);
  const notify = useNotify();
  return (
    <ReasonDialog
      title={`Print ${order.reference} again`}
      action="Print again"
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await reprint({ params: { id: order.id }, body: { reason } }, key);
        notify(`${order.reference} is being printed again`, { type: 'success' });
      }}
    >
      {printedAgain(order)}
    </ReasonDialog>
  );
}
