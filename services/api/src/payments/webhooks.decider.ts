import type { WebhookFact } from '@easel/contracts/payments/events';
import type { Decider } from '@easel/kernel/deciding/decider';

/** What stands in the log of what the card service tells. */
export interface Received {
  received: Record<string, string | number | boolean>;
  withheld: string[];
  paymentId: string | null;
}

export interface WebhookCommand extends Received {
  type: 'ReceiveWebhook';
  eventId: string;
  about: string;
  madeAt: Date;
  at: Date;
}

/** What the card service tells twice was received once. */
export const webhooks: Decider<{ isReceived: boolean }, WebhookCommand, WebhookFact> = {
  initial: () => ({ isReceived: false }),

  decide({ eventId, about, received, withheld, paymentId, madeAt, at }, { isReceived }) {
    if (isReceived) return [];
    const times = { madeAt: madeAt.toISOString(), receivedAt: at.toISOString() };
    const data = { eventId, about, received, withheld, paymentId, signature: 'verified', ...times } as const;
    return [{ type: 'WebhookReceived', data: { ...data, withheld: [...withheld] } }];
  },

  evolve: () => ({ isReceived: true }),
};
