import { z } from 'zod';
import { endpoint, nothing } from '../api.ts';
import type { Books } from '../books.ts';
import { page, pageShape } from '../lists.ts';
import { list, text } from '../params.ts';
import { missing } from '../refusal.ts';
import { listOf, type StripeEvent } from '../wire.ts';

interface EventRow {
  seq: string;
  body: string;
  pending: number;
}

const COLUMNS = `body, (select count(distinct event)::integer from stripe_standin.deliveries d
  where d.event = events.id and d.state in ('pending', 'held')) as pending`;

const shown = ({ body, pending }: EventRow) => ({ ...(JSON.parse(body) as StripeEvent), pending_webhooks: pending });

async function eventById(books: Books, id: string): Promise<EventRow> {
  const [row] = await books.query<EventRow>(`select seq, ${COLUMNS} from stripe_standin.events where id = $1`, [id]);
  if (!row) throw missing('event', id);
  return row;
}

export const eventRoutes = [
  endpoint({
    method: 'GET',
    path: '/v1/events',
    shape: z.object({ ...pageShape.shape, type: text.optional(), types: list(text, 20).optional() }),
    run: async (books, { type, types, ...asked }) => {
      const wanted = types ?? (type === undefined ? undefined : [type]);
      const { rows, more } = await page<EventRow>(
        books,
        {
          table: 'events',
          // `invoice.*` is a name that Stripe understands.
          where: wanted ? ['type like any($1::text[])'] : [],
          values: wanted ? [wanted.map((one) => one.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%'))] : [],
          createdSql: 'created',
          columns: COLUMNS,
        },
        asked,
      );
      return listOf(rows.map(shown), '/v1/events', more);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/events/:id',
    shape: nothing,
    run: async (books, _, id) => shown(await eventById(books, id)),
  }),
];
