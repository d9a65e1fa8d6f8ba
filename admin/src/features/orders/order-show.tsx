import type { OrderRecord } from '@easel/contracts/orders/console.http';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { ShowBase, useRecordContext, useShowContext } from 'react-admin';
import { useMoved } from '../../lib/live.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { Actions } from './order-actions.tsx';
import { DeliveryPart } from './order-delivery.tsx';
import { Items } from './order-items.tsx';
import { isTestOrder } from './order-marks.tsx';
import { Notes } from './order-notes.tsx';
import { PrintPart } from './order-print.tsx';
import { Customer, Summary } from './order-summary.tsx';
import { Timeline } from './order-timeline.tsx';

export default function OrderShow() {
  return (
    <ShowBase<OrderRecord>
      disableAuthentication
      error={<PageTrouble title="Order" />}
      queryOptions={{ onError: () => undefined }}
    >
      <OrderPage />
    </ShowBase>
  );
}

function OrderPage() {
  const { refetch } = useShowContext<OrderRecord>();
  const order = useRecordContext<OrderRecord>();
  useMoved(['orders'], () => void refetch());
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1100 }}>
      {/* The reference alone: more does not fit into the bar of a phone. */}
      <PageTitle title={order?.reference ?? 'Order'} />
      {order ? <Whole order={order} /> : <Skeleton variant="rounded" height={420} />}
    </Stack>
  );
}

const Whole = ({ order }: { order: OrderRecord }) => (
  <>
    {isTestOrder(order) && (
      <Alert severity="warning" variant="outlined" role="note">
        This is a test order: nothing was charged, printed or granted, and it counts nowhere.
      </Alert>
    )}
    <Actions order={order} />
    <Summary order={order} />
    <Items order={order} />
    {order.delivery !== null && <DeliveryPart order={order} delivery={order.delivery} />}
    {order.print !== null && <PrintPart print={order.print} />}
    <Customer order={order} />
    <Notes order={order} />
    <Timeline order={order} />
  </>
);
