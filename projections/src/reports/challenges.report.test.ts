import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { winnersAnnounced, type SellingEntry } from '../testing/winners-announced.ts';
import { givenTo, on } from '../testing/given-report.ts';
import { orderedProduct, OrderStory } from '../testing/orders.ts';
import { Recorder } from '../testing/recorded.ts';
import { report as challenges } from './challenges.report.ts';

const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
type Announced = ReturnType<typeof winnersAnnounced>;

const recorder = new Recorder();
const recorded = (data: Announced): Recorded =>
  recorder.record<Fact>(competitionStream.nameOf(data.competitionId), { type: 'WinnersAnnounced', data });
const announced = (kind: ChallengeKind, month: string, ...sold: SellingEntry[]): Recorded =>
  recorded(winnersAnnounced({ kind, month }, sold));

test('shows what each challenge brought, what members got of it and what the house kept', () => {
  givenTo(challenges)(
    on(
      '2026-12-15',
      announced('tshirt', '2026-11', { proceedsCents: 10_000, buyers: 3 }, { proceedsCents: 5_000, buyers: 1 }),
    ),
    on('2026-12-16', announced('poster', '2026-11')),
    on('2027-01-15', announced('tshirt', '2026-12', { proceedsCents: 2_000, buyers: 1 })),
  ).thenRows(
    {},
    {
      month: '2026-11',
      challenge: 'poster',
      proceeds: 0,
      shares: 0,
      kept: 0,
      'kept %': null,
      'refunded afterwards': 0,
    },
    {
      month: '2026-11',
      challenge: 'tshirt',
      'entries that sold': 2,
      places: 1,
      proceeds: 15_000,
      shares: 1_500,
      prizes: 3_750,
      'prize credits': 5_000,
      'prize credits’ worth': 7_500,
      kept: 9_750,
      'kept %': 65,
    },
    { month: '2026-12', challenge: 'tshirt', places: 0, proceeds: 2_000, shares: 200, kept: 1_800, 'kept %': 90 },
  );
});

test('can be narrowed to months', () => {
  const facts = [on('2026-12-15', announced('tshirt', '2026-11')), on('2027-01-15', announced('tshirt', '2026-12'))];
  givenTo(challenges)(...facts).thenRows({ from: '2026-12' }, { month: '2026-12', challenge: 'tshirt' });
  expect(() => givenTo(challenges)(...facts).thenRows({ from: 'May' })).toThrow(/month/);
});

test('shows what was refunded of its orders after the announcement, which the house bears', () => {
  const announcement = winnersAnnounced({ kind: 'poster', month: '2026-11' }, [{ proceedsCents: 9_000, buyers: 2 }]);
  const [entry] = announcement.entries;
  if (!entry) throw new Error('nothing was sold');
  const { generationId, variantId, memberId: makerId } = entry;
  const bought = (memberId: string) => {
    const order = new OrderStory(recorder, { memberId });
    const items = [orderedProduct({ generationId, variantId, makerId, cents: 3_000 })];
    const paid = order.paid(3_000, { paidAt: '2026-11-20T12:00:00.000Z' });
    return { order, facts: [on('2026-11-20', order.placed({ items })), on('2026-11-20', paid)] };
  };
  const [before, whole, half, own] = [bought(idOf(1)), bought(idOf(2)), bought(idOf(3)), bought(makerId)];
  givenTo(challenges)(
    ...[before, whole, half, own].flatMap(({ facts }) => facts),
    on('2026-12-10', before.order.refunded(3_000)),
    on('2026-12-15', recorded(announcement)),
    on('2026-12-20', whole.order.refunded(3_000)),
    on('2026-12-21', half.order.refunded(1_500)),
    on('2026-12-22', own.order.refunded(3_000)),
    on('2026-12-23', whole.order.refunded(3_000, 'failed')),
  ).thenRows({}, { month: '2026-11', proceeds: 9_000, kept: 5_850, 'refunded afterwards': 1_500 });
});
