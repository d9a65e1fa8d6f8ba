import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import type { OrderRow, SupportDecision } from './orders.tables.ts';

type Later = Exclude<OrderFact, { type: 'OrderPlaced' }>;
type Before = Pick<OrderRow, 'decisions' | 'view'>;

/** Adds who of support caused the entry that an event adds to the timeline, and why. */
export function decisionsAfter({ decisions, view }: Before, event: Recorded<Later>): SupportDecision[] {
  const { actor } = event.metadata;
  if (actor.kind !== 'operator') return decisions;
  const added = (reason: string) => [...decisions, { entry: view.timeline.length, operatorId: actor.id, reason }];
  const { type, data } = event;
  switch (type) {
    case 'OrderReprinted':
      return added(data.reason);
    case 'OrderRefundRequested':
      return added(data.note);
    case 'OrderAddressChanged':
      return added('');
    case 'OrderStatusChanged':
      return data.to === 'cancelled' ? added('') : decisions;
    case 'OrderNoted':
      return explained({ decisions, view }, data);
    default:
      return decisions;
  }
}

/** The reason of a correction, and of the cancellation of an unpaid order, is a note of the same decision. */
function explained({ decisions, view }: Before, { note, notedAt }: { note: string; notedAt: string }) {
  const last = decisions.at(-1);
  const isOfLast = last?.reason === '' && last.entry === view.timeline.length - 1;
  if (!isOfLast || view.timeline.at(-1)?.at !== notedAt) return decisions;
  return [...decisions.slice(0, -1), { ...last, reason: note }];
}
