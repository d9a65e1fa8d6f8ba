import { randomUUID } from 'node:crypto';
import type { AccountFact } from '@easel/contracts/account/events';
import type { Fact } from '@easel/contracts/kernel/event';
import { test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { CuratorStory } from '../testing/curators.ts';
import { givenFor } from '../testing/given.ts';
import { PersonStory } from '../testing/people.ts';
import { Recorder } from '../testing/recorded.ts';
import { curators } from './curators.projector.ts';

const given = givenFor(curators);

type Plan = Omit<Extract<AccountFact, Fact<'SubscriptionChanged'>>['data'], 'memberId'>;
const plan: Plan = {
  key: 'sub_1',
  tier: 'curator_partner',
  status: 'active',
  period: 'yearly',
  endDate: '2027-11-20T10:00:00.000Z',
  next: null,
  reason: 'purchase',
  source: 'sub_1',
  effectiveAt: '2026-11-20T10:00:00.000Z',
};

test('stores a section with its series in their order', async () => {
  const one = new CuratorStory(new Recorder());
  const [night, day, gone, picture] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const banner = { generationId: picture, variantId: randomUUID() };
  const arrange = (seriesId: string, title: string, ...generationIds: string[]) =>
    one.fact('CuratorSeriesArranged', { seriesId, title, generationIds });
  await given(
    one.appointed(),
    one.described('Foxes', null, 'At night.'),
    arrange(night, 'Night'),
    arrange(day, 'Day'),
    arrange(gone, 'Gone', picture),
    one.fact('CuratorSeriesOrdered', { seriesIds: [gone, day, night] }),
    one.fact('CuratorSeriesRemoved', { seriesId: gone }),
    arrange(night, 'By night', picture),
    one.described('Foxes', banner, 'At night.'),
    one.fact('CuratorPricesSet', { cents: { '2K': 250 } }),
    one.ended(),
  ).thenRows('curator', {
    member_id: one.memberId,
    appointed: false,
    cents: { '2K': 250 },
    name: 'Foxes',
    text: 'At night.',
    banner_generation_id: picture,
    banner_variant_id: banner.variantId,
    series: [
      { id: day, title: 'Day', generationIds: [] },
      { id: night, title: 'By night', generationIds: [picture] },
    ],
  });
});

test('keeps the plan in force when an older plan is reversed', async () => {
  const account = new AccountStory(new Recorder());
  const reversal = { ...plan, key: 'r', tier: 'free', reason: 'reversal', source: 'sub_0' } as const;
  await given(account.fact('SubscriptionChanged', plan), account.fact('SubscriptionChanged', reversal)).thenRows(
    'curator',
    {
      tier: 'curator_partner',
      status: 'active',
      period: 'yearly',
      end_date: new Date('2027-11-20T10:00:00.000Z'),
      source: 'sub_1',
      appointed: false,
    },
  );
});

test('removes the section of a former curator, and keeps the prices', async () => {
  const one = new CuratorStory(new Recorder());
  await given(
    one.appointed(),
    one.described('Foxes', null, 'At night.'),
    one.fact('CuratorSeriesArranged', { seriesId: randomUUID(), title: 'Night', generationIds: [] }),
    one.fact('CuratorPricesSet', { cents: { '2K': 250 } }),
    one.ended(),
    one.fact('CuratorSectionRemoved', {}),
  ).thenRows('curator', { name: null, text: '', series: [], cents: { '2K': 250 } });
});

test('deletes the section of an erased member, and keeps the sales', async () => {
  const recorder = new Recorder();
  const one = new CuratorStory(recorder);
  const buyer = new AccountStory(recorder);
  const facts = [
    one.appointed(),
    one.described('Foxes', null, 'At night.'),
    one.fact('CuratorSeriesArranged', { seriesId: randomUUID(), title: 'Night', generationIds: [] }),
    buyer.bought({ sellerId: one.memberId, curator: true, method: 'dollars', cents: 300 }),
    new PersonStory(recorder, one.memberId).erased(),
  ];
  await given(...facts).thenRows('curator', { name: null, text: '', series: [], appointed: false });
  await given(...facts).thenRows('sale', { member_id: one.memberId, cents: 300 });
});

test('stores a curator’s sale with the price and the share', async () => {
  const recorder = new Recorder();
  const one = new CuratorStory(recorder);
  const buyer = new AccountStory(recorder);
  const [purchaseId, generationId] = [randomUUID(), randomUUID()];
  const terms = { sellerId: one.memberId, curator: true, method: 'dollars', tenths: 0, cents: 1_000 } as const;
  await given(
    buyer.bought({ ...terms, purchaseId, generationId, size: '4K' }),
    buyer.bought({ sellerId: one.memberId, curator: false, method: 'dollars', cents: 75 }),
    one.accrued(purchaseId, 485, generationId),
    one.turned(purchaseId, 1, 485),
    one.turned(purchaseId, 2, 485),
  ).thenRows('sale', {
    purchase_id: purchaseId,
    member_id: one.memberId,
    generation_id: generationId,
    size: '4K',
    method: 'dollars',
    cents: 1_000,
    sold_at: new Date('2026-11-20T10:00:00.000Z'),
    share_cents: 485,
  });
  await given(one.accrued(purchaseId, 485), one.turned(purchaseId, 1, 485), one.turned(purchaseId, 2, 485)).thenRows(
    'reversal',
    { purchase_id: purchaseId, turn: 1, taken: true, cents: 485 },
    { purchase_id: purchaseId, turn: 2, taken: false, cents: 485 },
  );
});

test('counts a viewer of a picture once per day', async () => {
  const one = new CuratorStory(new Recorder());
  const [picture, other] = [randomUUID(), randomUUID()];
  await given(
    one.viewed(picture, 'somebody'),
    one.viewed(picture, 'somebody'),
    one.viewed(picture, 'somebody else'),
    one.viewed(other, 'somebody'),
    one.viewed(picture, 'somebody', '2026-11-21'),
  ).thenRows(
    'view',
    { generation_id: picture, member_id: one.memberId },
    { generation_id: picture, member_id: one.memberId },
    { generation_id: picture, member_id: one.memberId },
    { generation_id: other, member_id: one.memberId },
  );
});

test('keeps when a member was appointed and dismissed, and by which event', async () => {
  const one = new CuratorStory(new Recorder());
  const [appointed, ended, again] = [one.appointed(), one.ended(), one.appointed()];
  await given(appointed, ended).thenRows('curator', {
    appointed: false,
    appointed_at: appointed.recordedAt,
    dismissed_at: ended.recordedAt,
    place: String(appointed.position),
    plan_from: null,
  });
  await given(appointed, ended, again).thenRows('curator', {
    appointed: true,
    appointed_at: again.recordedAt,
    dismissed_at: null,
    place: String(again.position),
  });
});

test('keeps one beginning of a plan that is renewed late, and when another plan replaced it', async () => {
  const account = new AccountStory(new Recorder());
  const changed = (changes: Partial<Plan>) => account.fact('SubscriptionChanged', { ...plan, ...changes });
  const begun = changed({ endDate: '2026-12-20T10:00:00.000Z' });
  const renewed = changed({ endDate: '2027-01-20T10:00:00.000Z', effectiveAt: '2026-12-20T11:00:00.000Z' });
  const other = changed({ tier: 'agency', source: 'sub_2', effectiveAt: '2027-01-02T10:00:00.000Z' });
  const [from, place] = [new Date('2026-11-20T10:00:00.000Z'), String(begun.position)];
  await given(begun, renewed).thenRows('curator', { plan_from: from, plan_until: null, place });
  const until = new Date('2027-01-02T10:00:00.000Z');
  await given(begun, renewed, other).thenRows('curator', { plan_from: from, plan_until: until, place });
  const late = changed({ tier: 'agency', source: 'sub_2', effectiveAt: '2027-03-02T10:00:00.000Z' });
  const end = new Date('2027-01-20T10:00:00.000Z');
  await given(begun, renewed, late).thenRows('curator', { plan_from: from, plan_until: end, place });
});

test('gives a member who was never a curator no place', async () => {
  const account = new AccountStory(new Recorder());
  await given(account.fact('SubscriptionChanged', { ...plan, tier: 'studio' })).thenRows('curator', {
    place: null,
    plan_from: null,
    appointed_at: null,
  });
});

test('keeps the place of a curator who gets a second way to be one', async () => {
  const recorder = new Recorder();
  const one = new CuratorStory(recorder);
  const account = new AccountStory(recorder, one.memberId);
  const [appointed, subscribed] = [one.appointed(), account.fact('SubscriptionChanged', plan)];
  await given(appointed, subscribed).thenRows('curator', { place: String(appointed.position) });
  const [before, after] = [account.fact('SubscriptionChanged', plan), one.appointed()];
  await given(before, after).thenRows('curator', { place: String(before.position), appointed: true });
});
