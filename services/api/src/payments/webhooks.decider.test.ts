import type { WebhookFact } from '@easel/contracts/payments/events';
import { given } from '@easel/kernel/testing/given';
import { test } from 'vitest';
import { webhooks, type WebhookCommand } from './webhooks.decider.ts';

const at = new Date('2026-11-20T10:00:05Z');
const madeAt = new Date('2026-11-20T10:00:00Z');
const told = { received: { id: 'cs_1', amount_total: 2500 }, withheld: ['customer_details'], paymentId: 'pi_1' };
const receive: WebhookCommand = {
  type: 'ReceiveWebhook',
  eventId: 'evt_1',
  about: 'checkout.session.completed',
  ...told,
  madeAt,
  at,
};
const received: WebhookFact = {
  type: 'WebhookReceived',
  data: {
    eventId: 'evt_1',
    about: 'checkout.session.completed',
    ...told,
    madeAt: madeAt.toISOString(),
    signature: 'verified',
    receivedAt: at.toISOString(),
  },
};

test('what is told is received, and told again it was received before', () => {
  given(webhooks).when(receive).then(received);
  given(webhooks, received).when(receive).thenNothing();
});
