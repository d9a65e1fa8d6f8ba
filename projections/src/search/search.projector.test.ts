import { randomUUID } from 'node:crypto';
import { lookOf } from '@easel/contracts/generation/look.policy';
import { ERASED, type Recorded } from '@easel/contracts/kernel/event';
import { describe, test } from 'vitest';
import { GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { search } from './search.projector.ts';
import { EVERYONE } from './search.tables.ts';
import { flatHash, searchedBy, withdrawn } from './testing/search-facts.ts';

const given = givenFor(search);
const recorder = new Recorder();
const painter = randomUUID();
const story = (): GenerationStory => new GenerationStory(recorder, painter);
const published = new Date('2026-11-20T10:30:00.000Z');

/** Drawn in one colour, and public. */
const shown = (one: GenerationStory, prompt: string, hash = flatHash(200, 30, 30)): Recorded[] => [
  one.requested({ prompt }),
  one.started(),
  one.drew(randomUUID(), 0, { thumbhash: hash }),
  one.completed(),
  one.madePublic(),
];

describe('a picture', () => {
  test('is found by everybody once it is completed and public, by its words and by what it was made with', async () => {
    const fox = story();
    await given(...shown(fox, 'A red fox in the snow')).thenRows('picture', {
      id: fox.generationId,
      member_id: painter,
      public_at: published,
      tags: '=model:realism =ratio:square_1_1 =resolution:2k =category:animals =colour:red =kind:red-even',
      document: `'=author:${painter}' '=category:animals' '=colour:red' '=kind:red-even' '=model:realism' '=ratio:square_1_1' '=resolution:2k' 'anim' 'fox' 'red' 'snow' 'winter'`,
    });
  });

  test('is indexed by its words with and without accents, and by pieces where no blanks are written', async () => {
    const one = story();
    await given(...shown(one, 'Cafe\u0301, barn.Owl; हिन्दी 长城 at 4K')).thenRows('picture', {
      words: 'cafe barn owl at 4k',
      other_words: 'café हिन्दी 长 城 长城',
      document: `'4k' '=author:${painter}' '=category:animals' '=colour:red' '=kind:red-even' '=model:realism' '=ratio:square_1_1' '=resolution:2k' 'anim' 'barn' 'cafe' 'café' 'owl' 'हिन्दी' '城' '长' '长城'`,
    });
    await given(...shown(story(), 'A Cafe\u0301')).thenRows('term', { word: 'café', pictures: 1 });
  });

  test('is found by nobody but its owner while it is private, deleted or unfinished', async () => {
    const [hidden, deleted, purged, unfinished, back] = [story(), story(), story(), story(), story()];
    const facts = [
      ...shown(hidden, 'an owl'),
      hidden.madePrivate(),
      ...shown(deleted, 'an owl'),
      deleted.deleted(),
      ...shown(purged, 'an owl'),
      purged.deleted(),
      purged.purged(),
      unfinished.requested({ prompt: 'an owl' }),
      unfinished.started(),
      unfinished.failed(),
      ...shown(back, 'an owl'),
      back.deleted(),
      back.restored(),
    ];
    await given(...facts).thenRows(
      'picture',
      { id: hidden.generationId, public_at: null, completed: true, deleted: false },
      { id: deleted.generationId, public_at: null, deleted: true },
      { id: unfinished.generationId, public_at: null, completed: false },
      { id: back.generationId, public_at: published },
    );
    await given(...facts).thenRows('term', { word: 'owl', pictures: 1 });
    await given(...facts).thenRows(
      'listing',
      { owner: EVERYONE, list: 'all', id: back.generationId },
      { owner: EVERYONE, list: 'category:animals', id: back.generationId },
    );
  });

  test('has the colours of what was drawn last', async () => {
    const one = story();
    await given(
      one.requested({ prompt: 'something' }),
      one.started(),
      one.drew(randomUUID(), 0, { thumbhash: flatHash(200, 30, 30) }),
      one.handedBack(),
      one.started(),
      one.drew(randomUUID(), 0, { thumbhash: flatHash(40, 90, 200) }),
      one.drew(randomUUID(), 1, { thumbhash: flatHash(50, 140, 60) }),
      one.completed(),
    ).thenRows('picture', { tags: '=model:realism =ratio:square_1_1 =resolution:2k =colour:blue =kind:blue-even' });
  });

  test('is told apart by the look that its fact tells, where it tells one', async () => {
    const one = story();
    const pixels = new Uint8Array(8 * 8 * 3).fill(250);
    const look = lookOf({ pixels, channels: 3, width: 8, height: 8 });
    await given(
      one.requested({ prompt: 'something' }),
      one.started(),
      one.drew(randomUUID(), 0, { thumbhash: flatHash(200, 30, 30), look }),
      one.completed(),
    ).thenRows('picture', {
      look,
      tags: '=model:realism =ratio:square_1_1 =resolution:2k =colour:white =kind:white-even',
    });
  });

  test('whose prompt was erased is found by no word', async () => {
    const one = story();
    await given(...shown(one, ERASED)).thenRows('picture', { id: one.generationId, words: '', other_words: '' });
    await given(...shown(story(), ERASED)).thenNoRows('term');
  });

  test('that is a variant of another, or was given up before it was asked for, is none of its own', async () => {
    const [source, variant, abandoned] = [story(), story(), story()];
    await given(
      ...source.whole(),
      ...variant.whole({ variantOf: { generationId: source.generationId, variantId: randomUUID() } }),
      source.attached(variant.generationId, randomUUID()),
      abandoned.failed('abandoned'),
    ).thenRows('picture', { id: source.generationId });
  });
});

describe('a visitor’s picture', () => {
  const trial = () => {
    const one = new GenerationStory(recorder, randomUUID());
    const facts = [one.requested({ prompt: 'A red fox', trial: true }), one.started()];
    return { one, facts: [...facts, one.drew(randomUUID(), 0, { thumbhash: flatHash(200, 30, 30) }), one.completed()] };
  };

  test('is found by no word while nobody has adopted it', async () => {
    const { one, facts } = trial();
    await given(...facts).thenRows('picture', {
      id: one.generationId,
      words: '',
      other_words: '',
      public_at: null,
      tags: '=model:realism =ratio:square_1_1 =resolution:2k =colour:red =kind:red-even',
    });
    await given(...facts).thenRows('term');
  });

  test('is found by its member, and by nobody else, from then on', async () => {
    const { one, facts } = trial();
    await given(...facts, one.adoptedBy(painter, 'A red fox')).thenRows('picture', {
      id: one.generationId,
      member_id: painter,
      words: 'a red fox',
      also_words: 'animals',
      public_at: null,
      tags: '=model:realism =ratio:square_1_1 =resolution:2k =colour:red =kind:red-even =category:animals',
    });
    await given(...facts, one.adoptedBy(painter, 'A red fox')).thenRows('term');
  });
});

describe('a term', () => {
  test('is a word that public pictures say, with its trigrams, and goes with the last of them', async () => {
    const [fox, owl] = [story(), story()];
    const facts = [
      ...shown(fox, 'The fox, the FOX, and 12 foxes'),
      ...shown(owl, 'a fox and an owl'),
      owl.madePrivate(),
      ...story().whole({ prompt: 'a secret' }),
    ];
    await given(...facts).thenRows('term', { word: 'fox', pictures: 1 }, { word: 'foxes', pictures: 1 });
    const part = (word: string) => (part: string) => ({ word, part, letters: word.length });
    await given(...facts).thenRows(
      'term_part',
      ...[' fo', 'fox', 'ox '].map(part('fox')),
      ...[' fo', 'fox', 'oxe', 'xes', 'es '].map(part('foxes')),
    );
  });
});

describe('what is searched for', () => {
  test('is counted by words and day', async () => {
    const facts = [
      ...searchedBy(recorder, 3, 'red fox', '2026-11-20'),
      ...searchedBy(recorder, 2, 'red fox', '2026-11-21'),
      ...searchedBy(recorder, 1, 'owl', '2026-11-21'),
    ];
    await given(...facts).thenRows(
      'searched',
      { words: 'red fox', callers: 3 },
      { words: 'red fox', callers: 2 },
      { words: 'owl', callers: 1 },
    );
  });

  test('is not counted where no verified address stands behind it', async () => {
    const facts = searchedBy(recorder, 9, 'red fox', '2026-11-20', false);
    await given(...facts).thenNoRows('searched');
  });

  test('counts no more once it is withdrawn, and is gone where nobody else searched for it', async () => {
    await given(
      ...searchedBy(recorder, 2, 'red fox', '2026-11-20'),
      ...searchedBy(recorder, 1, 'owl', '2026-11-20'),
      withdrawn(recorder, 'red fox', '2026-11-20'),
      withdrawn(recorder, 'owl', '2026-11-20'),
    ).thenRows('searched', { words: 'red fox', callers: 1 });
  });

  test('is forgotten when what comes later is long after it', async () => {
    const facts = [
      ...searchedBy(recorder, 3, 'red fox', '2026-09-01'),
      ...searchedBy(recorder, 1, 'owl', '2026-11-01'),
      ...searchedBy(recorder, 1, 'elk', '2026-10-02'),
    ];
    await given(...facts).thenRows('searched', { words: 'owl' }, { words: 'elk' });
  });
});
