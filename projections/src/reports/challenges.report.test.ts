import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { winnersAnnounced, type SellingEntry } from '../testing/winners-announced.ts';
import { givenTo, on } from '../testing/given-report.ts';
import { Recorder } from '../testing/recorded.ts';
import { report as challenges } from './challenges.report.ts';

const recorder = new Recorder();
const announced = (kind: ChallengeKind, month: string, ...sold: SellingEntry[]): Recorded => {
  const data = winnersAnnounced({ kind, month }, sold);
  return recorder.record<Fact>(competitionStream.nameOf(data.competitionId), { type: 'WinnersAnnounced', data });
};

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
    { month: '2026-11', challenge: 'poster', proceeds: 0, shares: 0, kept: 0, 'kept %': null },
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
