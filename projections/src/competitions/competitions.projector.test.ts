import { randomUUID } from 'node:crypto';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { test } from 'vitest';
import { CompetitionStory, type StoryEntry } from '../testing/competitions.ts';
import { GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { orderedProduct, OrderStory } from '../testing/orders.ts';
import { PersonStory } from '../testing/people.ts';
import { Recorder } from '../testing/recorded.ts';
import { competitions } from './competitions.projector.ts';

const given = givenFor(competitions);
const recorder = new Recorder();

const liked = ({ memberId }: PersonStory, generationId: string, isFavorite = true): Recorded =>
  recorder.record(favoritesStream.nameOf(memberId), {
    type: 'FavoriteToggled',
    data: { memberId, generationId, isFavorite, key: randomUUID(), toggledAt: '2026-11-20T10:00:00.000Z' },
  });

/** An open challenge with public pictures, entered a minute apart. */
function challengeOf(count: number) {
  const challenge = new CompetitionStory(recorder);
  const stories = Array.from({ length: count }, () => new GenerationStory(recorder, randomUUID()));
  const made = stories.map((story) => challenge.entryOf(story));
  const facts = [
    ...challenge.begun(),
    ...stories.map((story) => story.madePublic()),
    ...made.map((entry, minute) => challenge.entered(entry, `2026-11-20T09:0${minute}:00.000Z`)),
  ];
  return { challenge, stories, made, facts };
}

/** Orders a product with an entry, and pays. */
function sold(
  entry: StoryEntry,
  cents: number,
  { memberId = randomUUID(), paidAt = '2026-11-20T12:00:00.000Z' }: { memberId?: string; paidAt?: string } = {},
) {
  const order = new OrderStory(recorder, { memberId });
  const { generationId, variantId, memberId: makerId } = entry;
  const item = orderedProduct({ generationId, variantId, makerId, cents });
  return { order, item, facts: [order.placed({ items: [item] }), order.opened(), order.paid(cents, { paidAt })] };
}

const at = <Item>(items: readonly Item[], index: number): Item => {
  const found = items[index];
  if (found === undefined) throw new Error(`nothing at ${index}`);
  return found;
};

test('shows an entry while it is entered and its picture is public, whichever came first', async () => {
  const { challenge, stories, made, facts } = challengeOf(5);
  const late = new GenerationStory(recorder, randomUUID());
  const entry = challenge.entryOf(late);
  await given(
    ...facts,
    challenge.entered(entry, undefined, false),
    late.madePublic(),
    at(stories, 1).madePrivate(),
    at(stories, 2).deleted(),
    challenge.withdrawn(at(made, 3)),
    challenge.disqualified(at(made, 4)),
  ).thenRows(
    'entry',
    { id: at(made, 0).entryId, status: 'entered', visible: true },
    { id: at(made, 1).entryId, status: 'entered', visible: false },
    { id: at(made, 2).entryId, status: 'entered', visible: false },
    { id: at(made, 3).entryId, status: 'withdrawn', visible: false },
    { id: at(made, 4).entryId, status: 'disqualified', reason: 'A copy of another picture', visible: false },
    { id: entry.entryId, status: 'entered', visible: true },
  );
  await given(...facts, challenge.withdrawn(at(made, 3))).thenRows('challenge', { state: 'open', entries: 4 });
});

test('counts likes of members with a verified address, also from before the entry', async () => {
  const challenge = new CompetitionStory(recorder);
  const story = new GenerationStory(recorder, randomUUID());
  const entry = challenge.entryOf(story);
  const [early, late, unverified, moved, gone] = Array.from({ length: 5 }, () => new PersonStory(recorder)) as [
    PersonStory,
    PersonStory,
    PersonStory,
    PersonStory,
    PersonStory,
  ];
  await given(
    ...challenge.begun(),
    story.madePublic(),
    early.verified(),
    liked(early, story.generationId),
    challenge.entered(entry),
    liked(late, story.generationId),
    late.verified(),
    liked(unverified, story.generationId),
    moved.verified(),
    liked(moved, story.generationId),
    moved.movedAddress(),
    gone.verified(),
    liked(gone, story.generationId),
    liked(gone, story.generationId, false),
  ).thenRows('entry', { id: entry.entryId, likes: 2 });
});

test('sums orders of others by the time of payment, less refunds, and ranks by the sum', async () => {
  const { made, facts } = challengeOf(4);
  const [first, second, third, fourth] = made as [StoryEntry, StoryEntry, StoryEntry, StoryEntry];
  const twice = randomUUID();
  const refunded = sold(first, 3000);
  await given(
    ...facts,
    ...refunded.facts,
    refunded.order.refunded(1000),
    ...sold(first, 1500, { memberId: twice }).facts,
    ...sold(first, 500, { memberId: twice }).facts,
    ...sold(second, 9000, { paidAt: '2026-11-20T09:00:30.000Z' }).facts,
    ...sold(second, 4000).facts,
    ...sold(third, 4000, { paidAt: '2026-11-30T23:59:59.999Z' }).facts,
    ...sold(third, 8000, { paidAt: '2026-12-01T00:00:00.000Z' }).facts,
    ...sold(fourth, 7000, { memberId: fourth.memberId }).facts,
  ).thenRows(
    'entry',
    { id: first.entryId, proceeds_cents: 4000, buyers: 2, rank: 1 },
    { id: second.entryId, proceeds_cents: 4000, buyers: 1, rank: 2 },
    { id: third.entryId, proceeds_cents: 4000, buyers: 1, rank: 3 },
    { id: fourth.entryId, proceeds_cents: 0, buyers: 0, rank: 0 },
  );
});

test('counts an order that was placed before the entry and paid after it', async () => {
  const challenge = new CompetitionStory(recorder);
  const story = new GenerationStory(recorder, randomUUID());
  const { generationId, memberId: makerId } = story;
  const entry = challenge.entryOf(story);
  const order = new OrderStory(recorder);
  const item = orderedProduct({ generationId, variantId: entry.variantId, makerId, cents: 2000 });
  await given(
    ...challenge.begun(),
    order.placed({ items: [item] }),
    story.madePublic(),
    challenge.entered(entry),
    order.paid(2000, { paidAt: '2026-11-20T12:00:00.000Z' }),
  ).thenRows('challenge', { entries: 1, proceeds_cents: '2000' });
});

test('stores no orders of downloads, test orders, or orders of own pictures', async () => {
  const memberId = randomUUID();
  const placed = (...[more]: Parameters<OrderStory['placed']>) => new OrderStory(recorder, { memberId }).placed(more);
  await given(
    placed(),
    placed({ items: [orderedProduct()], testMode: true }),
    placed({ items: [orderedProduct({ makerId: memberId })] }),
  ).thenNoRows('sale');
});

test('replaces the figures at the close, and again at the announcement', async () => {
  const { challenge, made, facts } = challengeOf(2);
  const [first, second] = made as [StoryEntry, StoryEntry];
  const closed = [
    ...facts,
    ...sold(first, 3000).facts,
    ...sold(second, 1000).facts,
    challenge.closed({ entryId: second.entryId, memberId: second.memberId, proceedsCents: 1000, buyers: 1 }),
    ...sold(second, 600).facts,
  ];
  await given(...closed).thenRows(
    'entry',
    { id: first.entryId, proceeds_cents: 0, buyers: 0, rank: 0, place: 0 },
    { id: second.entryId, proceeds_cents: 1000, buyers: 1, rank: 1, place: 0 },
  );
  const award = { proceedsCents: 900, buyers: 2, shareCents: 90, place: 1, prizeCents: 225, prizeTenths: 5000 };
  const proposed = challenge.proposed(randomUUID());
  const announced = challenge.announced({ totalCents: 900, houseCents: 585, entries: [{ ...second, ...award }] });
  await given(...closed, proposed, announced).thenRows(
    'entry',
    { id: first.entryId, proceeds_cents: 0, place: 0, share_cents: 0 },
    {
      id: second.entryId,
      proceeds_cents: 900,
      buyers: 2,
      place: 1,
      share_cents: 90,
      prize_cents: 225,
      prize_tenths: 5000,
    },
  );
  await given(...closed, announced).thenRows('challenge', { state: 'announced', total_cents: 900, house_cents: 585 });
});

test('shows a prepared challenge, and its revised theme', async () => {
  const challenge = new CompetitionStory(recorder, 'tshirt', '2026-12');
  await given(challenge.prepared(), challenge.revised('Frost')).thenRows('challenge', {
    kind: 'tshirt',
    month: '2026-12',
    theme: 'Frost',
    state: 'prepared',
    opens_at: new Date('2026-12-01T00:00:00.000Z'),
    closes_at: new Date('2027-01-01T00:00:00.000Z'),
    entries: 0,
  });
});
