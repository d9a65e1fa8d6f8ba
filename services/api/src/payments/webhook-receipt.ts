import type { Received } from './webhooks.decider.ts';

/** Of what the card service tells, what says nothing of a person but by ids that are its own. */
const OPEN = new Set([
  'id',
  'object',
  'amount',
  'amount_paid',
  'amount_refunded',
  'amount_total',
  'created',
  'currency',
  'livemode',
  'mode',
  'payment_intent',
  'payment_status',
  'reason',
  'status',
]);

/** Tells apart what may stand in the log from what may be personal, of which the names are kept alone. */
export function receiptOf(object: unknown): Received {
  const received: Received['received'] = {};
  const withheld: string[] = [];
  const fields = typeof object === 'object' && object !== null ? Object.entries(object) : [];
  for (const [name, value] of fields) {
    const said: unknown = name === 'payment_intent' ? idOf(value) : value;
    if (said === null || said === undefined || said === '') continue;
    const isOpen = OPEN.has(name) && ['string', 'number', 'boolean'].includes(typeof said);
    if (isOpen) received[name] = said as string | number | boolean;
    else withheld.push(name);
  }
  // What tells of a payment itself has its id for its own.
  const paymentId = received[received['object'] === 'payment_intent' ? 'id' : 'payment_intent'];
  return { received, withheld, paymentId: typeof paymentId === 'string' ? paymentId : null };
}

/** It comes as an id, or as the thing itself. */
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
