import { randomUUID } from 'node:crypto';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { test } from 'vitest';
import { GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { favorites } from './favorites.projector.ts';

const given = givenFor(favorites);

const fan = randomUUID();
const recorder = new Recorder();
const toggled = (generationId: string, isFavorite: boolean, toggledAt: string, memberId = fan): Recorded =>
  recorder.record(favoritesStream.nameOf(memberId), {
    type: 'FavoriteToggled',
    data: { memberId, generationId, isFavorite, key: randomUUID(), toggledAt },
  });
const [ten, eleven, noon] = ['10', '11', '12'].map((hour) => `2026-11-20T${hour}:00:00.000Z`) as [
  string,
  string,
  string,
];

test('what is chosen is kept since when, what is taken back is not', async () => {
  const [fox, owl, other] = [randomUUID(), randomUUID(), randomUUID()];
  await given(
    toggled(fox, true, ten),
    toggled(owl, true, ten),
    toggled(fox, true, eleven, other),
    toggled(owl, false, eleven),
    toggled(fox, false, eleven),
    toggled(fox, true, noon),
  ).thenRows(
    'favorite',
    { member_id: fan, generation_id: fox, chosen_at: new Date(noon) },
    { member_id: other, generation_id: fox, chosen_at: new Date(eleven) },
  );
});

test('who may see a generation follows its facts, and hiding it loses nothing', async () => {
  const painter = randomUUID();
  const story = () => new GenerationStory(recorder, painter);
  const [shown, hidden, deleted, back, unfinished] = [story(), story(), story(), story(), story()];
  const facts = [
    ...[shown, hidden, deleted, back].flatMap((one) => [...one.whole(), one.madePublic()]),
    ...[shown, hidden, deleted, back].map((one) => toggled(one.generationId, true, ten)),
    unfinished.requested(),
    unfinished.started(),
    hidden.madePrivate(),
    deleted.deleted(),
    deleted.purged(),
    back.deleted(),
    back.madePrivate(),
    back.restored(),
    back.madePublic(),
  ];
  const seen = { member_id: painter, completed: true, deleted: false, is_public: true };
  await given(...facts).thenRows(
    'sight',
    { generation_id: shown.generationId, ...seen },
    { generation_id: hidden.generationId, ...seen, is_public: false },
    { generation_id: deleted.generationId, ...seen, deleted: true },
    { generation_id: back.generationId, ...seen },
    { generation_id: unfinished.generationId, ...seen, completed: false, is_public: false },
  );
  await given(...facts).thenRows(
    'favorite',
    ...[shown, hidden, deleted, back].map(({ generationId }) => ({ member_id: fan, generation_id: generationId })),
  );
});

test('what only makes a variant of another is no picture of its own, nor is what was given up before it began', async () => {
  const source = new GenerationStory(recorder, randomUUID());
  const variant = new GenerationStory(recorder, source.memberId);
  const abandoned = new GenerationStory(recorder, source.memberId);
  await given(
    ...source.whole(),
    ...variant.whole({ variantOf: { generationId: source.generationId, variantId: randomUUID() } }),
    source.attached(variant.generationId, randomUUID()),
    abandoned.failed('abandoned'),
  ).thenRows('sight', { generation_id: source.generationId });
});
