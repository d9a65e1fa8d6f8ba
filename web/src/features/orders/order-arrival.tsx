import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import { useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './order-page.module.css';

/** Asks whether all has arrived: yes once it is on its way, no once the promised day is over. */
export function OrderArrival({ order }: { order: OwnOrder }) {
  const report = useCommand(ordersHttp.reportArrival);
  const now = useNow();
  const [asking, setAsking] = useState(false);
  const { status, delivery, id, shipping } = order;
  if (!delivery || (status !== 'shipped' && status !== 'delivered')) return null;
  const { arrived, promised_by: promised } = delivery;
  const isLate = promised !== null && Date.parse(promised) < now.getTime();
  const canMiss = isLate && arrived === null;
  const canArrive = arrived === false || (arrived === null && status === 'shipped');

  const send = (hasArrived: boolean, done: string) =>
    report.mutate(
      { params: { id }, body: { arrived: hasArrived } },
      {
        onSuccess: () => toast.success(done),
        onError: (error) => toast.error(messageOf(error, 'We could not take that down. Please try again.')),
        onSettled: () => setAsking(false),
      },
    );
  if (!canMiss && !canArrive) return null;
  return (
    <div className={styles.arrival}>
      {arrived === false && <p>You said that it has not arrived. Our support is looking for it.</p>}
      <div className={styles.actions}>
        {canArrive && (
          <Button busy={report.isPending && !asking} onClick={() => send(true, 'Thank you. The order is delivered.')}>
            It has arrived
          </Button>
        )}
        {canMiss && <Button onClick={() => setAsking(true)}>It has not arrived</Button>}
      </div>
      {asking && (
        <ConfirmDialog
          title="It has not arrived?"
          action="It has not arrived"
          keep="Back"
          look="primary"
          busy={report.isPending}
          onConfirm={() => send(false, 'Our support is looking for it.')}
          onClose={() => setAsking(false)}
        >
          <p>
            {shipping > 0
              ? `The promised day is over. What delivery cost, ${formatDollars(shipping)}, goes back to your card, and our support looks for the parcel.`
              : 'The promised day is over. Our support looks for the parcel. Delivery was free, so nothing goes back to your card for it.'}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
