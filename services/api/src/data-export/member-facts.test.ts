import { auditStream } from '@easel/contracts/audit/stream';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { features } from '@easel/contracts/features';
import { viewsStream, visitsStream, vitalsStream } from '@easel/contracts/telemetry/stream';
import { recordedFact } from '@easel/kernel/testing/steps';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aboutMember, categoriesOfMembers } from './member-facts.ts';

test('exports every event that says whose it is, but for audits; visits, measured pages and views are nobody’s', () => {
  const left = features.flatMap(({ facts = {}, streams = [] }) => {
    const saysWhose = Object.values(facts).some(
      ({ data }) => data instanceof z.ZodObject && ('memberId' in data.shape || 'senderId' in data.shape),
    );
    return saysWhose ? streams.map(({ category }) => category).filter((one) => !categoriesOfMembers.has(one)) : [];
  });
  expect(left).toEqual([visitsStream.category, vitalsStream.category, viewsStream.category, auditStream.category]);
});

const ada = '1b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d51';
const bob = '1b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d52';
const carol = '1b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d53';
const recorded = (fact: CompetitionFact) =>
  recordedFact(fact, { stream: 'competition-1', revision: 1, recordedAt: new Date('2026-12-15T09:00:00.000Z') });
const entry = (memberId: string) => ({
  entryId: memberId,
  memberId,
  generationId: memberId,
  variantId: memberId,
  proceedsCents: 1000,
  buyers: 2,
  shareCents: 100,
  place: 1,
  prizeCents: 500,
  prizeTenths: 5000,
});

test('exports of the standing of a challenge the own entries alone, and nothing where there are none', () => {
  const sums = { kind: 'tshirt', month: '2026-11' } as const;
  const tally = [ada, bob].map((memberId) => ({ entryId: memberId, memberId, proceedsCents: 1000, buyers: 2 }));
  const closed = recorded({
    type: 'CompetitionClosed',
    data: { competitionId: ada, ...sums, tally, closedAt: '2026-12-01T00:00:00.000Z' },
  });
  const announced = recorded({
    type: 'WinnersAnnounced',
    data: {
      competitionId: ada,
      ...sums,
      totalCents: 2000,
      houseCents: 800,
      entries: [entry(ada), entry(bob)],
      proposedBy: carol,
      confirmedBy: carol,
      announcedAt: '2026-12-15T09:00:00.000Z',
    },
  });
  expect(aboutMember(closed, bob)?.data).toMatchObject({ tally: [tally[1]] });
  expect(aboutMember(announced, bob)?.data).toMatchObject({ entries: [entry(bob)] });
  expect(JSON.stringify([aboutMember(closed, bob)?.data, aboutMember(announced, bob)?.data])).not.toContain(
    `"memberId":"${ada}"`,
  );
  expect(aboutMember(closed, carol)).toBeUndefined();
  expect(aboutMember(announced, carol)).toBeUndefined();
});

test('exports entries as events of their member', () => {
  const submitted = recorded({
    type: 'EntrySubmitted',
    data: {
      competitionId: ada,
      entryId: ada,
      memberId: ada,
      generationId: ada,
      variantId: ada,
      kind: 'tshirt',
      closesAt: '2026-12-01T00:00:00.000Z',
      widthPx: 4096,
      heightPx: 4096,
      thumbhash: '',
      wasPublic: false,
      submittedAt: '2026-11-02T00:00:00.000Z',
    },
  });
  expect(aboutMember(submitted, ada)).toBe(submitted);
  expect(aboutMember(submitted, bob)).toBeUndefined();
});
