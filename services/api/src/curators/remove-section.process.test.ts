import type { AccountFact } from '@easel/contracts/account/events';
import type { CuratorFact } from '@easel/contracts/curators/events';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { expect, test } from 'vitest';
import { removeSections } from './remove-section.process.ts';

const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const factId = '44444444-4444-4444-8444-444444444444';
const recorded = <F extends Fact>(fact: F) => recordedFact(fact, { id: factId });

type Plan = Extract<AccountFact, Fact<'SubscriptionChanged'>>['data'];
const plan = (over: Partial<Plan>): Recorded<AccountFact> =>
  recorded<AccountFact>({
    type: 'SubscriptionChanged',
    data: {
      memberId,
      key: 'k',
      tier: 'curator_partner',
      status: 'active',
      period: 'monthly',
      endDate: '2026-12-20T10:00:00.000Z',
      next: null,
      reason: 'purchase',
      source: 'sub_1',
      effectiveAt: '2026-11-20T10:00:00.000Z',
      ...over,
    },
  });
const dueOf = (fact: Recorded<AccountFact | CuratorFact>): (Date | undefined)[] =>
  stepsBy(removeSections, fact).map(({ schedule }) => schedule?.dueAt);

test('is due twelve months after the appointment ended', () => {
  const ended: CuratorFact = { type: 'CuratorEnded', data: { memberId, reason: 'asked for it' } };
  const [step] = stepsBy(removeSections, recorded<CuratorFact>(ended));
  const { schedule } = step ?? {};
  expect(schedule).toMatchObject({ key: memberId, dueAt: new Date('2027-11-20T10:00:00.000Z') });
  if (!schedule) throw new Error('nothing is scheduled');
  expect(removeSections.command(schedule)).toMatchObject({
    memberId,
    context: { key: `remove-section ${factId}`, causationId: factId, correlationId: 'c' },
  });
});

test('is due twelve months after the end of the plan, or after its reversal', () => {
  expect(dueOf(plan({}))).toEqual([new Date('2027-12-20T10:00:00.000Z')]);
  expect(dueOf(plan({ status: 'cancelled' }))).toEqual([new Date('2027-12-20T10:00:00.000Z')]);
  expect(dueOf(plan({ status: 'ended' }))).toEqual([new Date('2027-11-20T10:00:00.000Z')]);
});

test('is not changed by other plans', () => {
  expect(dueOf(plan({ tier: 'studio' }))).toEqual([]);
});
