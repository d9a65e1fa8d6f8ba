import * as z from 'zod/mini';
import { reasonText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { address } from './order-body.ts';
import { NOTE_MAX, orderProblems, ORDER_ITEMS_MAX } from './policy.ts';
import { changedOrder } from './shown-order.ts';

const params = z.object({ id: z.uuid() });
const supporters = { operators: ['admin', 'support'] } as const;

/** Actions of support on an order; apart from its lists, as only the order's page needs the countries. */
export const orderActionsHttp = {
  note: route({
    method: 'POST',
    path: '/api/admin/orders/:id/notes',
    side: 'command',
    access: supporters,
    params,
    body: z.object({ note: neededText('Please enter a note').check(z.maxLength(NOTE_MAX)) }),
    reply: changedOrder,
    errors: [orderProblems.notFound],
    moves: ['orders'],
    idempotent: true,
  }),
  /** Cancels as the member can; an order in production also at the print service, while that is possible. */
  cancel: route({
    method: 'POST',
    path: '/api/admin/orders/:id/cancel',
    side: 'command',
    access: supporters,
    params,
    body: z.object({ reason: reasonText }),
    reply: changedOrder,
    errors: [orderProblems.notFound, orderProblems.notCancellable],
    moves: ['orders'],
    idempotent: true,
  }),
  /** Refunds all, the delivery or some items, as far as they are not refunded yet. */
  refund: route({
    method: 'POST',
    path: '/api/admin/orders/:id/refunds',
    side: 'command',
    access: supporters,
    params,
    body: z.object({
      what: z.enum(['all', 'delivery', 'items'], 'Please choose what to refund'),
      items: z._default(z.array(z.uuid()).check(z.maxLength(ORDER_ITEMS_MAX)), []),
      reason: reasonText,
    }),
    reply: changedOrder,
    errors: [orderProblems.notFound, orderProblems.notRefundable],
    moves: ['orders'],
    idempotent: true,
  }),
  /** Has it printed once more: after a problem at the print service, or where it got lost or broke. */
  reprint: route({
    method: 'POST',
    path: '/api/admin/orders/:id/prints',
    side: 'command',
    access: supporters,
    params,
    body: z.object({ reason: reasonText }),
    reply: changedOrder,
    errors: [orderProblems.notFound, orderProblems.notPrintable],
    moves: ['orders'],
    idempotent: true,
  }),
  /** Also where the print service could not deliver to the old one: before it is printed again. */
  correctAddress: route({
    method: 'POST',
    path: '/api/admin/orders/:id/address',
    side: 'command',
    access: supporters,
    params,
    body: z.object({ address, reason: reasonText }),
    reply: changedOrder,
    errors: [orderProblems.notFound, orderProblems.addressFixed],
    moves: ['orders'],
    idempotent: true,
  }),
};
