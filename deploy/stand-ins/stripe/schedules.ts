import type { Books } from './books.ts';
import { periodEnd } from './domain/calendar.ts';
import { invalid } from './refusal.ts';
import type { Kept } from './shelves.ts';
import { PLAIN, type Metadata, type Price, type SchedulePhase } from './wire.ts';

/** What is to become of a subscription at the end of its period: the phase that runs, and one that follows. */

/**
 * A schedule with the running period for its only phase. @throws Refusal as 400 where there is one, or no such
 * subscription goes on
 */
export async function scheduleFrom(
  books: Books,
  subscription: Kept<'subscription'>,
): Promise<Kept<'subscription_schedule'>> {
  const { id, customer, schedule, status, cancel_at_period_end, items, metadata } = subscription.body;
  if (schedule !== null) throw invalid(`The subscription is already attached to a schedule: \`${schedule}\`.`);
  if (status !== 'active' && status !== 'past_due') throw invalid(`A subscription that is ${status} has no schedule.`);
  if (cancel_at_period_end) throw invalid('This stand-in schedules nothing for a subscription that is to end.');
  const [item] = items.data;
  if (!item) throw new Error(`subscription ${id} has no item`);
  const { current_period_start: start_date, current_period_end: end_date, price, quantity } = item;
  const kept = await books.add<'subscription_schedule'>({
    body: {
      ...PLAIN.schedule,
      id: books.id('subscription_schedule'),
      object: 'subscription_schedule',
      created: books.now,
      current_phase: { start_date, end_date },
      customer,
      metadata: {},
      phases: [phaseOf(price, quantity, { start_date, end_date }, metadata)],
      status: 'active',
      subscription: id,
    },
    extra: {},
    dueMs: null,
  });
  await attach(books, subscription, kept.body.id);
  return kept;
}

export interface PhaseToCome {
  price: Price;
  quantity: number;
  metadata: Metadata;
}

/**
 * Puts a phase behind the one that runs, in the place of any that was there. @throws Refusal as 400 where it is over
 */
export async function scheduleNext(
  books: Books,
  kept: Kept<'subscription_schedule'>,
  { price, quantity, metadata }: PhaseToCome,
): Promise<void> {
  const [running] = kept.body.phases;
  if (kept.body.status !== 'active' || !running) throw invalid(`A schedule that is ${kept.body.status} is over.`);
  if (!price.recurring) throw invalid('The price specified is set to `type=one_time`.', { param: 'phases[1][items]' });
  const { interval, interval_count: count } = price.recurring;
  const start_date = running.end_date;
  const end_date = periodEnd(start_date, start_date, { interval, count });
  const next = phaseOf(price, quantity, { start_date, end_date }, metadata);
  kept.body = { ...kept.body, phases: [running, { ...next, billing_cycle_anchor: 'phase_start' }] };
  await books.save(kept);
}

/** What comes when the running period ends; with its beginning the schedule has had its say. */
export async function nextPhase(books: Books, subscription: Kept<'subscription'>): Promise<SchedulePhase | undefined> {
  const { schedule } = subscription.body;
  if (schedule === null) return undefined;
  const kept = await books.need('subscription_schedule', schedule);
  const [, next] = kept.body.phases;
  await letGo(books, subscription, 'released');
  return next;
}

export async function letGo(
  books: Books,
  subscription: Kept<'subscription'>,
  status: 'canceled' | 'released',
): Promise<void> {
  const { schedule, id } = subscription.body;
  if (schedule === null) return;
  const kept = await books.need('subscription_schedule', schedule);
  const at = status === 'released' ? { released_at: books.now, released_subscription: id } : { canceled_at: books.now };
  kept.body = { ...kept.body, ...at, status, subscription: status === 'released' ? null : id, current_phase: null };
  await books.save(kept);
  await attach(books, subscription, null);
}

async function attach(books: Books, subscription: Kept<'subscription'>, schedule: string | null): Promise<void> {
  const before = subscription.body;
  subscription.body = { ...before, schedule };
  await books.save(subscription);
  await books.tell('customer.subscription.updated', subscription.body, { schedule: before.schedule });
}

const phaseOf = (
  price: Price,
  quantity: number,
  span: Pick<SchedulePhase, 'start_date' | 'end_date'>,
  metadata: Metadata,
): SchedulePhase => ({
  ...PLAIN.phase,
  ...span,
  billing_cycle_anchor: null,
  items: [{ billing_thresholds: null, discounts: [], metadata: {}, price: price.id, quantity, tax_rates: [] }],
  metadata,
});
