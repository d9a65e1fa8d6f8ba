import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import { lazy, Suspense, useState } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { attempts } from './attempt.ts';
import styles from './order-page.module.css';

/** Brings the countries and what their addresses have. */
const ChangeAddress = lazy(() => import('./change-address.tsx'));

interface OrderActionsProps {
  order: OwnOrder;
  /** Puts what was ordered into the cart once more; undefined where there is nothing to put. */
  again: { run: () => void; busy: boolean } | undefined;
}

/** Offers what can be done about an order as it is now. */
export function OrderActions({ order, again }: OrderActionsProps) {
  const [open, setOpen] = useState<'cancel' | 'address' | null>(null);
  const close = () => setOpen(null);
  const { id, status, delivery } = order;
  const isPending = status === 'pending';
  // From then on it is being made, or its files are there.
  const isOpen = isPending || (status === 'paid' && delivery !== null);
  return (
    <div className={styles.actions}>
      {isPending && (
        <ButtonLink look="primary" to={`/checkout?order=${id}`}>
          Pay now
        </ButtonLink>
      )}
      {isOpen && delivery && <Button onClick={() => setOpen('address')}>Change address</Button>}
      {(isOpen || status === 'test_mode') && <Button onClick={() => setOpen('cancel')}>Cancel order</Button>}
      {again && (
        <Button busy={again.busy} onClick={again.run}>
          Order again
        </Button>
      )}
      {open === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {open === 'address' && delivery && (
        <Suspense>
          <ChangeAddress orderId={id} address={delivery.address} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function CancelDialog({ order, onClose }: { order: OwnOrder; onClose: () => void }) {
  const cancel = useCommand(ordersHttp.cancel);
  const confirm = () =>
    cancel.mutate(
      { params: { id: order.id } },
      {
        onSuccess() {
          // The same cart is another order from now on.
          if (attempts.of(order.id)) attempts.drop();
          toast.success('Order cancelled');
        },
        onError: (error) => toast.error(messageOf(error, 'The order could not be cancelled')),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      title={`Cancel ${order.reference}?`}
      action="Cancel order"
      keep="Keep order"
      busy={cancel.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{cancelText(order)}</p>
    </ConfirmDialog>
  );
}

function cancelText({ status, total, refunded, items }: OwnOrder): string {
  if (status === 'pending') return 'Nothing has been charged. A cancelled order cannot be paid any more.';
  if (status === 'test_mode') return 'Nothing was charged for this test order.';
  const back = `Nothing is printed. What you paid goes back to your card: ${formatDollars(total - refunded)}.`;
  const hasFiles = items.some(({ kind }) => kind === 'image-download');
  return hasFiles ? `${back} The images that you ordered with it cannot be downloaded any more.` : back;
}
