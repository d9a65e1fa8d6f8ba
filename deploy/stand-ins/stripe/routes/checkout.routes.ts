import { z } from 'zod';
import { endpoint, nothing } from '../api.ts';
import { createSession, expireSession, sessionShape } from '../checkout.ts';
import { listObjects, pageShape } from '../lists.ts';
import { metadata, text } from '../params.ts';
import { withMetadata } from './metadata.ts';
import { listOf } from '../wire.ts';

const SESSIONS = '/v1/checkout/sessions';

export const checkoutRoutes = [
  endpoint({
    method: 'POST',
    path: SESSIONS,
    shape: sessionShape,
    run: async (books, params) => books.shown((await createSession(books, params)).body),
  }),
  endpoint({
    method: 'GET',
    path: SESSIONS,
    shape: z.object({
      ...pageShape.shape,
      customer: text.optional(),
      payment_intent: text.optional(),
      subscription: text.optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
    }),
    run: (books, { customer, payment_intent, subscription, status, ...page }) =>
      listObjects(books, 'checkout.session', SESSIONS, page, { customer, payment_intent, subscription, status }),
  }),
  endpoint({
    method: 'GET',
    path: `${SESSIONS}/:id`,
    shape: nothing,
    run: async (books, _, id) => books.shown((await books.need('checkout.session', id)).body),
  }),
  endpoint({
    method: 'POST',
    path: `${SESSIONS}/:id`,
    shape: z.object({ metadata: metadata.optional() }),
    run: async (books, params, id) => {
      const session = await books.need('checkout.session', id);
      session.body = withMetadata(session.body, params.metadata);
      await books.save(session);
      return books.shown(session.body);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${SESSIONS}/:id/expire`,
    shape: nothing,
    run: async (books, _, id) => {
      const session = await books.need('checkout.session', id);
      await expireSession(books, session);
      return books.shown(session.body);
    },
  }),
  endpoint({
    method: 'GET',
    path: `${SESSIONS}/:id/line_items`,
    shape: pageShape,
    run: async (books, { limit = 10 }, id) => {
      const { extra } = await books.need('checkout.session', id);
      return listOf(extra.lines.slice(0, limit), `${SESSIONS}/${id}/line_items`, extra.lines.length > limit);
    },
  }),
];
