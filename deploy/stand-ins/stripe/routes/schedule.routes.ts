import { z } from 'zod';
import { endpoint, nothing } from '../api.ts';
import { addPrice, priceDataShape } from '../catalogue.ts';
import { listObjects, pageShape } from '../lists.ts';
import { ignored, integer, list, metadata, text, whole } from '../params.ts';
import { invalid } from '../refusal.ts';
import { letGo, scheduleFrom, scheduleNext } from '../schedules.ts';

const SCHEDULES = '/v1/subscription_schedules';

const phaseShape = z.strictObject({
  items: list(
    z.strictObject({ price: text.optional(), price_data: priceDataShape.optional(), quantity: whole.optional() }),
    1,
  ),
  start_date: integer.optional(),
  end_date: integer.optional(),
  duration: z.strictObject({ interval: z.enum(['month', 'year']), interval_count: integer.optional() }).optional(),
  billing_cycle_anchor: z.literal('phase_start').optional(),
  metadata: metadata.optional(),
  ...ignored('proration_behavior'),
});

export const scheduleRoutes = [
  endpoint({
    method: 'POST',
    path: SCHEDULES,
    shape: z.object({ from_subscription: text }),
    run: async (books, { from_subscription: id }) =>
      (await scheduleFrom(books, await books.need('subscription', id, 'from_subscription'))).body,
  }),
  endpoint({
    method: 'GET',
    path: SCHEDULES,
    shape: z.object({ ...pageShape.shape, customer: text.optional() }),
    run: (books, { customer, ...page }) => listObjects(books, 'subscription_schedule', SCHEDULES, page, { customer }),
  }),
  endpoint({
    method: 'GET',
    path: `${SCHEDULES}/:id`,
    shape: nothing,
    run: async (books, _, id) => (await books.need('subscription_schedule', id)).body,
  }),
  endpoint({
    method: 'POST',
    path: `${SCHEDULES}/:id`,
    shape: z.object({
      phases: list(phaseShape, 2),
      end_behavior: z.literal('release').optional(),
      ...ignored('proration_behavior'),
    }),
    run: async (books, { phases }, id) => {
      const schedule = await books.need('subscription_schedule', id);
      const [running, next] = phases;
      const now = schedule.body.phases[0];
      if (running?.start_date !== now?.start_date || running?.end_date !== now?.end_date) {
        throw invalid('You can not modify the dates of the phase that runs.', { param: 'phases[0][start_date]' });
      }
      const [item] = next?.items ?? [];
      if (!next || !item) throw invalid('This stand-in’s schedules have two phases.', { param: 'phases' });
      const price = item.price_data
        ? await addPrice(books, item.price_data, 'phases[1][items][0][price_data]')
        : (await books.need('price', item.price ?? '', 'phases[1][items][0][price]')).body;
      await scheduleNext(books, schedule, { price, quantity: item.quantity ?? 1, metadata: next.metadata ?? {} });
      return schedule.body;
    },
  }),
  endpoint({
    method: 'POST',
    path: `${SCHEDULES}/:id/release`,
    shape: nothing,
    run: async (books, _, id) => {
      const { body } = await books.need('subscription_schedule', id);
      if (body.status !== 'active' || body.subscription === null) {
        throw invalid(
          `You can not release a subscription schedule that is currently in the \`${body.status}\` status.`,
        );
      }
      await letGo(books, await books.need('subscription', body.subscription), 'released');
      return (await books.need('subscription_schedule', id)).body;
    },
  }),
];
