import { z } from 'zod';
import { endpoint, nothing } from '../api.ts';
import { closeDispute } from '../disputes.ts';
import { listObjects, pageShape } from '../lists.ts';
import { ignored, integer, metadata, text } from '../params.ts';
import { refund } from '../refunds.ts';
import { invalid } from '../refusal.ts';
import { withMetadata } from './metadata.ts';

const REFUNDS = '/v1/refunds';
const DISPUTES = '/v1/disputes';

export const reversalRoutes = [
  endpoint({
    method: 'POST',
    path: REFUNDS,
    shape: z.object({
      charge: text.optional(),
      payment_intent: text.optional(),
      amount: integer.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      metadata: metadata.optional(),
      ...ignored('instructions_email', 'reverse_transfer', 'refund_application_fee'),
    }),
    run: async (books, params) => {
      let chargeId = params.charge;
      if (params.payment_intent !== undefined) {
        const intent = await books.need('payment_intent', params.payment_intent, 'payment_intent');
        if (intent.body.status !== 'succeeded' || intent.body.latest_charge === null) {
          throw invalid(`This PaymentIntent (${intent.body.id}) does not have a successful charge to refund.`, {
            param: 'payment_intent',
          });
        }
        chargeId = intent.body.latest_charge;
      }
      if (chargeId === undefined) {
        const message = 'One of the following params should be provided for this request: payment_intent or charge.';
        throw invalid(message, { code: 'parameter_missing' });
      }
      const charge = await books.need('charge', chargeId, 'charge');
      const { amount, reason = null, metadata: pairs = {} } = params;
      return (await refund(books, charge, { amount, reason, metadata: pairs })).body;
    },
  }),
  endpoint({
    method: 'GET',
    path: REFUNDS,
    shape: z.object({ ...pageShape.shape, charge: text.optional(), payment_intent: text.optional() }),
    run: (books, { charge, payment_intent, ...page }) =>
      listObjects(books, 'refund', REFUNDS, page, { charge, payment_intent }),
  }),
  endpoint({
    method: 'GET',
    path: `${REFUNDS}/:id`,
    shape: nothing,
    run: async (books, _, id) => (await books.need('refund', id)).body,
  }),
  endpoint({
    method: 'POST',
    path: `${REFUNDS}/:id`,
    shape: z.object({ metadata: metadata.optional() }),
    run: async (books, params, id) => {
      const kept = await books.need('refund', id);
      const previous = { metadata: kept.body.metadata };
      kept.body = withMetadata(kept.body, params.metadata);
      await books.save(kept);
      await books.tell('refund.updated', kept.body, previous);
      return kept.body;
    },
  }),
  endpoint({
    method: 'GET',
    path: DISPUTES,
    shape: z.object({ ...pageShape.shape, charge: text.optional(), payment_intent: text.optional() }),
    run: (books, { charge, payment_intent, ...page }) =>
      listObjects(books, 'dispute', DISPUTES, page, { charge, payment_intent }),
  }),
  endpoint({
    method: 'GET',
    path: `${DISPUTES}/:id`,
    shape: nothing,
    run: async (books, _, id) => (await books.need('dispute', id)).body,
  }),
  endpoint({
    method: 'POST',
    path: `${DISPUTES}/:id/close`,
    shape: nothing,
    run: async (books, _, id) => {
      const dispute = await books.need('dispute', id);
      await closeDispute(books, dispute, 'lost');
      return dispute.body;
    },
  }),
];
