import { z } from 'zod';
import { endpoint, nothing } from '../api.ts';
import type { KeptEvent } from '../archive/archive.ts';
import { page, pageShape } from '../lists.ts';
import { list, text } from '../params.ts';
import { missing } from '../refusal.ts';
import { listOf, type StripeEvent } from '../wire.ts';

const shown = ({ body, pending }: KeptEvent) => ({ ...(JSON.parse(body) as StripeEvent), pending_webhooks: pending });

export const eventRoutes = [
  endpoint({
    method: 'GET',
    path: '/v1/events',
    shape: z.object({ ...pageShape.shape, type: text.optional(), types: list(text, 20).optional() }),
    run: async ({ records: { events } }, { type, types, ...asked }) => {
      // `invoice.*` is a name that Stripe understands.
      const wanted = types ?? (type === undefined ? undefined : [type]);
      const { items, more } = await page(
        { seqOf: (id) => events.seqOf(id), list: (stretch) => events.list({ ...stretch, types: wanted }) },
        asked,
      );
      return listOf(items.map(shown), '/v1/events', more);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/events/:id',
    shape: nothing,
    run: async ({ records: { events } }, _, id) => {
      const event = await events.find(id);
      if (!event) throw missing('event', id);
      return shown(event);
    },
  }),
];
