import type { Recorded } from '@easel/contracts/kernel/event';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { registered } from '../testing/people.ts';
import { orderedProduct, OrderStory } from '../testing/orders.ts';
import { Recorder } from '../testing/recorded.ts';
import { overview } from './overview.projector.ts';

const given = givenFor(overview);
const at = (instant: string, ...facts: readonly Recorded[]): Recorded[] =>
  facts.map((fact) => ({ ...fact, recordedAt: new Date(instant) }));
const nothing = {
  visits: '0',
  registered: '0',
  requested: '0',
  completed: '0',
  failed: '0',
  cancelled: '0',
  purchases: '0',
  orders: '0',
  orders_paid: '0',
  shipped: '0',
  granted: '0',
  held: '0',
  captured: '0',
  released: '0',
};

test('outcomes and credits are summed over everybody, on the UTC day on which they were recorded', async () => {
  const recorder = new Recorder();
  const [one, two, three, four] = Array.from({ length: 4 }, () => new GenerationStory(recorder, crypto.randomUUID()));
  const [ada, bea] = [new AccountStory(recorder), new AccountStory(recorder)];
  if (!one || !two || !three || !four || !ada || !bea) throw new Error('a story is missing');
  const facts = [
    ...at('2026-11-20T23:59:59.999Z', ada.allowance(500), one.requested({ at: '2026-11-25T00:00:00.000Z' })),
    ...at('2026-11-20T23:59:59.999Z', ada.held(one.generationId, 100), two.requested(), three.requested()),
    ...at('2026-11-21T00:00:00.000Z', one.started(), one.completed(), ada.captured(one.generationId, 100)),
    ...at('2026-11-21T08:00:00.000Z', bea.adjusted(70, 'a gift'), two.failed(), three.cancelled(), four.requested()),
    ...at('2026-11-23T08:00:00.000Z', four.saved(), ada.toppedUp(1_000)),
  ];
  await given(...facts).thenRows(
    'day',
    { ...nothing, requested: '3', granted: '500', held: '100' },
    { ...nothing, requested: '1', completed: '1', failed: '1', cancelled: '1', granted: '70', captured: '100' },
  );
});

test('what a generation gives back counts where it was held', async () => {
  const ada = new AccountStory(new Recorder());
  const split = { tenths: 100, allowanceTenths: 40, permanentTenths: 60 };
  const generationId = crypto.randomUUID();
  const facts = [
    ada.held(generationId, 40, 60),
    ada.fact('CreditsReleased', { generationId, ...split, reason: 'failed' }),
    ada.fact('CreditsExpired', { tenths: 40, month: '2026-10' }),
  ];
  await given(...at('2026-11-21T08:00:00.000Z', ...facts)).thenRows('day', {
    ...nothing,
    held: '100',
    released: '100',
  });
});

test('visitors’ pictures are nobody’s work', async () => {
  const recorder = new Recorder();
  const [one, two, three] = Array.from({ length: 3 }, () => new GenerationStory(recorder, crypto.randomUUID()));
  if (!one || !two || !three) throw new Error('a story is missing');
  const facts = [
    ...one.whole({ trial: true }),
    one.adoptedBy(crypto.randomUUID()),
    two.requested({ trial: true }),
    two.failed(),
    three.requested({ trial: true }),
    three.cancelled(),
  ];
  await given(...facts).thenRows('day');
});

test('visits, registrations and purchases are counted beside them', async () => {
  const recorder = new Recorder();
  const ada = new AccountStory(recorder);
  const visit = { landing: '/search', referrerHost: null, at: '2026-11-20T08:00:00.000Z' };
  const facts = [
    recorder.record<TelemetryFact>(`activity-${crypto.randomUUID()}`, { type: 'VisitBegun', data: visit }),
    recorder.record<TelemetryFact>(`activity-${crypto.randomUUID()}`, { type: 'VisitBegun', data: visit }),
    registered(recorder, ada.memberId),
    ada.bought(),
  ];
  await given(...at('2026-11-21T08:00:00.000Z', ...facts)).thenRows('day', {
    ...nothing,
    visits: '2',
    registered: '1',
    purchases: '1',
  });
});

test('orders count on the day of their payment and of their first parcel, tests of either kind do not', async () => {
  const recorder = new Recorder();
  const [order, tested, triedOut] = [new OrderStory(recorder), new OrderStory(recorder), new OrderStory(recorder)];
  const mug = orderedProduct();
  const placed = [order.placed({ items: [mug] }), tested.placed({ testMode: true }), triedOut.placed()];
  const payments = [order.paid(3000), triedOut.paid(150, { livemode: false })];
  const shipped = [
    order.became({ from: 'paid', to: 'in_production', reason: 'printing' }),
    order.shipped([mug.itemId]),
    order.became({ from: 'in_production', to: 'shipped', reason: 'dispatched' }),
  ];
  await given(
    ...at('2026-11-20T08:00:00.000Z', ...placed, ...payments),
    ...at(
      '2026-11-22T08:00:00.000Z',
      ...shipped,
      order.became({ from: 'shipped', to: 'delivered', reason: 'arrived' }),
    ),
  ).thenRows('day', { ...nothing, orders: '1', orders_paid: '3000' }, { ...nothing, shipped: '1' });
});
