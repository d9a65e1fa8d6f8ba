import type { OrderRecord } from '@easel/contracts/orders/http';
import { type OrderStatus, orderStatuses } from '@easel/contracts/orders/policy';
import Chip, { type ChipProps } from '@mui/material/Chip';

const looks: Readonly<Record<OrderStatus, { label: string; color: NonNullable<ChipProps['color']> }>> = {
  pending: { label: 'Waiting for payment', color: 'default' },
  paid: { label: 'Paid', color: 'info' },
  in_production: { label: 'In production', color: 'info' },
  shipped: { label: 'Shipped', color: 'info' },
  delivered: { label: 'Delivered', color: 'success' },
  cancelled: { label: 'Cancelled', color: 'default' },
  refunded: { label: 'Refunded', color: 'default' },
  test_mode: { label: 'Test mode', color: 'warning' },
};

export const StatusMark = ({ status }: { status: OrderStatus }) => <Chip variant="outlined" {...looks[status]} />;

export const statusChoices = orderStatuses.map((id) => ({ id, name: looks[id].label }));

/** Says so by the reference: the status of a test order that was cancelled is that of any other. */
export const isTestOrder = ({ reference }: Pick<OrderRecord, 'reference'>): boolean => reference.startsWith('TEST-');

export const TestMark = ({ order }: { order: OrderRecord }) =>
  isTestOrder(order) ? <Chip label="Test" color="warning" sx={{ ml: 1 }} /> : null;

/** Past the day that was promised, or stuck at the print service. */
export const LateMark = ({ order }: { order: Pick<OrderRecord, 'late'> }) =>
  order.late ? <Chip label="Late" color="error" sx={{ ml: 1 }} /> : null;
