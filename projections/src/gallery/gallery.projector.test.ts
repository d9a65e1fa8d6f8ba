import { randomUUID } from 'node:crypto';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { evolveGeneration, isRequested, replyOf, unrequested } from '@easel/contracts/generation/view';
import type { Recorded } from '@easel/contracts/kernel/event';
import { describe, expect, test } from 'vitest';
import { digestOf, GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { gallery } from './gallery.projector.ts';
import { EVERYONE } from './gallery.tables.ts';

const given = givenFor(gallery);
const member = randomUUID();
const variant = randomUUID();
const story = () => new GenerationStory(new Recorder(), member);
const item = (fields: object): unknown => expect.objectContaining(fields);

describe('a generation', () => {
  test('is listed from its request on, without images', async () => {
    const one = story();
    const facts = [one.requested({ prompt: 'A Fox' }), one.started(), one.drew(variant)];
    await given(...facts).thenRows('generation', {
      id: one.generationId,
      member_id: member,
      shown: false,
      search_text: 'a fox',
      item: item({ status: 'processing', original_prompt: 'A Fox', variants: [], variant_count: 0 }),
    });
    await given(...facts).thenRows('listing_total', { owner: member, list: 'all', total: 1 });
  });

  test('shows its images in their order once completed', async () => {
    const one = story();
    const second = randomUUID();
    const facts = [
      one.requested(),
      one.started(),
      one.drew(second, 1),
      one.extended(),
      one.drew(variant, 0),
      one.completed(),
    ];
    await given(...facts).thenRows('generation', {
      shown: true,
      drawn: [],
      item: {
        id: one.generationId,
        original_prompt: 'A fox in the snow',
        created_at: '2026-11-20T10:00:00.000Z',
        status: 'completed',
        categories: [],
        isPublic: false,
        variant_count: 2,
        failure: null,
        variants: [variant, second].map((id) => ({
          id,
          image_url: `/api/images/auth/${id}.webp`,
          thumbnail_url: `/api/images/auth/${id}-thumb.webp`,
          width: 2048,
          height: 1536,
          thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
          seed: id === variant ? 7 : 8,
        })),
        metadata: {
          model_type: 'realism',
          aspect_ratio: 'square_1_1',
          resolution: '2k',
          engine_type: 'automatic',
          style: 'auto',
          seed: 7,
          processing_time: 2400,
          filter_nsfw: true,
          image_dimensions: { width: 2048, height: 1536 },
          generation_parameters: { isTshirtDesign: false },
          file_format: 'png',
          creative_detailing: 33,
          safety_tolerance: 2,
          enhance_prompt: false,
          raw_mode: false,
          negative_prompt: '',
          provider: 'procedural',
          website: 'easel.example',
        },
      },
    });
    const total = (list: string) => ({ owner: member, list, total: 1 });
    await given(...facts).thenRows('listing_total', total('all'), total('completed'));
  });

  test('keeps only the images of its last attempt', async () => {
    const one = story();
    await given(
      one.requested(),
      one.started(),
      one.drew(randomUUID()),
      one.handedBack(),
      one.started(),
      one.drew(variant),
      one.completed(),
    ).thenRows('image', {
      variant_id: variant,
      generation_id: one.generationId,
      preview_blob: digestOf(`${variant} preview`),
      thumbnail_blob: digestOf(`${variant} thumbnail`),
      original_blob: digestOf(`${variant} original`),
      preview_width: 1024,
      preview_height: 768,
      making: null,
    });
  });

  test('stays listed when it failed or was cancelled, and leaves no images', async () => {
    for (const end of ['failed', 'cancelled'] as const) {
      const one = story();
      const facts = [one.requested(), one.started(), one.drew(variant), one[end]()];
      await given(...facts).thenRows('generation', {
        shown: false,
        drawn: [],
        item: item({ status: end, variants: [] }),
      });
      await given(...facts).thenRows('listing', { owner: member, list: 'all', id: one.generationId });
      await given(...facts).thenNoRows('image');
    }
  });

  test('given up before it was requested leaves nothing', async () => {
    await given(story().failed('abandoned')).thenNoRows('generation');
  });

  test('leaves every list when deleted, and comes back when restored', async () => {
    const one = story();
    const whole = [...one.whole(), one.deleted()];
    await given(...whole).thenRows('generation', { deleted: true, shown: false });
    await given(...whole).thenRows('listing', { list: 'trash', at: new Date('2026-11-20T11:00:00.000Z') });
    await given(...whole).thenRows('listing_total', { list: 'trash', total: 1 });
    await given(...whole, one.restored()).thenRows(
      'listing_total',
      { list: 'all', total: 1 },
      { list: 'completed', total: 1 },
    );
  });
});

describe('what its owner does with it', () => {
  test('saving it puts it into a list of its own, once', async () => {
    const one = story();
    await given(...one.whole(), one.saved(), one.saved()).thenRows(
      'listing_total',
      { list: 'all', total: 1 },
      { list: 'completed', total: 1 },
      { list: 'category:saved', total: 1 },
    );
  });

  test('words that were asked for are its owner’s to see', async () => {
    const one = story();
    await given(...one.whole({ lettering: 'Stay wild' }, variant), one.madePublic()).thenRows('generation', {
      item: item({ metadata: expect.objectContaining({ lettering: 'Stay wild' }) as unknown }),
      public_item: item({ metadata: expect.not.objectContaining({ lettering: 'Stay wild' }) as unknown }),
    });
  });

  test('what its provider made of the prompt, and what was sent along, are its owner’s to see', async () => {
    const one = story();
    const file = { blob: digestOf('sent'), bytes: 9, width: 4, height: 4 };
    const facts = [
      one.requested({ provider: 'flux', references: [{ kind: 'upload', id: randomUUID(), file }] }),
      one.started(),
      one.drew(variant, 0, { provider: 'flux', revisedPrompt: 'A red fox', enlarged: true }),
      one.completed(),
      one.madePublic(),
    ];
    const nothing = expect.anything() as unknown;
    await given(...facts).thenRows('generation', {
      item: item({
        metadata: item({ provider: 'flux', references: 1 }),
        variants: [item({ revised_prompt: 'A red fox', enlarged: true })],
      }),
      public_item: item({
        metadata: expect.not.objectContaining({ references: nothing }) as unknown,
        variants: [expect.not.objectContaining({ revised_prompt: nothing }) as unknown],
      }),
    });
    await given(...facts).thenRows('generation', {
      public_item: item({ metadata: item({ provider: 'flux' }), variants: [item({ enlarged: true })] }),
    });
    await given(...facts).thenRows('image', { making: { trained: true, enlarged: true } });
  });

  test('what it was asked for together with is its owner’s to see', async () => {
    const one = story();
    const batchId = '0e37df36-f698-5e44-9e3a-1f6d2c8b7a90';
    await given(...one.whole({ batchId }, variant), one.madePublic()).thenRows('generation', {
      item: item({ batch_id: batchId }),
      public_item: expect.not.objectContaining({ batch_id: batchId }) as unknown,
    });
  });

  test('making it public lists it for everyone, by when that was, without what is its owner’s alone', async () => {
    const one = story();
    const facts = [...one.whole({}, variant), one.saved(), one.madePublic()];
    await given(...facts).thenRows('generation', {
      is_public: true,
      item: item({
        categories: ['saved', 'public'],
        isPublic: true,
        variants: [item({ image_url: `/api/images/${variant}.webp`, seed: 7 })],
      }),
      public_item: item({
        categories: ['public'],
        variants: [expect.not.objectContaining({ seed: expect.anything() as unknown }) as unknown],
        metadata: expect.not.objectContaining({ negative_prompt: '' }) as unknown,
      }),
    });
    await given(...facts).thenRows(
      'listing',
      { owner: member, list: 'all' },
      { owner: member, list: 'completed' },
      { owner: member, list: 'category:saved' },
      { owner: member, list: 'category:public' },
      { owner: member, list: 'published', at: new Date('2026-11-20T10:30:00.000Z') },
      { owner: EVERYONE, list: 'category:public', at: new Date('2026-11-20T10:30:00.000Z') },
    );
    await given(...facts, one.madePrivate()).thenRows('generation', { is_public: false, public_item: null });
    await given(...facts, one.deleted()).thenRows('listing', { owner: member, list: 'trash' });
  });

  test('deleting it again moves it up in the trash, and purging takes it and its files away', async () => {
    const one = story();
    const facts = [...one.whole(), one.deleted(), one.restored(), one.deleted('2026-11-20T12:00:00.000Z')];
    await given(...facts).thenRows('listing', { list: 'trash', at: new Date('2026-11-20T12:00:00.000Z') });
    await given(...facts, one.purged()).thenNoRows('listing');
    await given(...facts, one.purged()).thenNoRows('image');
  });

  test('a failed one that is deleted does not stand in the trash', async () => {
    const one = story();
    await given(one.requested(), one.failed(), one.deleted()).thenNoRows('listing');
    await given(one.requested(), one.failed(), one.deleted()).thenRows('generation', {
      item: item({ failure: 'render_failed' }),
    });
  });
});

test('a later variant is listed nowhere by itself, and stands among the images it was attached to', async () => {
  const recorder = new Recorder();
  const parent = new GenerationStory(recorder, member);
  const child = new GenerationStory(recorder, member);
  const [first, later] = [randomUUID(), randomUUID()];
  const facts = [
    ...parent.whole({}, first),
    child.requested({ variantOf: { generationId: parent.generationId, variantId: later } }),
    child.started(),
    child.drew(later),
    child.completed(),
  ];
  await given(...facts).thenRows(
    'listing',
    { id: parent.generationId, list: 'all' },
    { id: parent.generationId, list: 'completed' },
  );
  const attached = [...facts, parent.attached(child.generationId, later)];
  await given(...attached).thenRows(
    'generation',
    { id: parent.generationId, item: item({ variant_count: 2, variants: [item({ id: first }), item({ id: later })] }) },
    { id: child.generationId, shown: false },
  );
  await given(...attached).thenRows(
    'image',
    { variant_id: first, generation_id: parent.generationId },
    { variant_id: later, generation_id: parent.generationId },
  );
});

describe('a later variant that was asked for otherwise', () => {
  const [first, later] = [randomUUID(), randomUUID()];
  const begun = (asked: Parameters<GenerationStory['requested']>[0]) => {
    const recorder = new Recorder();
    const parent = new GenerationStory(recorder, member);
    const child = new GenerationStory(recorder, member);
    const variantOf = { generationId: parent.generationId, variantId: later };
    const facts = [...parent.whole({}, first), child.requested({ variantOf, ...asked })];
    return { parent, child, facts };
  };
  const made = (child: GenerationStory) => [child.started(), child.drew(later), child.completed()];
  const asked = { prompt: 'A fox at night', chosen: { resolution: '4k' } } as const;

  test('says what it was asked for with, to its owner and to everyone', async () => {
    const { parent, child, facts } = begun(asked);
    facts.push(...made(child), parent.attached(child.generationId, later), parent.madePublic());
    const variants = [
      expect.not.objectContaining({ prompt: expect.anything() as unknown }) as unknown,
      item({ id: later, prompt: 'A fox at night', resolution: '4k' }),
    ];
    await given(...facts).thenRows(
      'generation',
      { id: parent.generationId, awaited: {}, item: item({ variants }), public_item: item({ variants }) },
      { id: child.generationId },
    );
  });

  test('says no more than where it differs', async () => {
    const { parent, child, facts } = begun({ prompt: 'A fox at night' });
    facts.push(...made(child), parent.attached(child.generationId, later));
    const other = expect.not.objectContaining({ resolution: expect.anything() as unknown }) as unknown;
    const variants = [item({ id: first }), other];
    await given(...facts).thenRows('generation', { item: item({ variants }) }, {});
  });

  test('says who made it and what was sent along, where that is not as for the others', async () => {
    const references = [
      { kind: 'own' as const, id: first, file: { blob: digestOf('own'), bytes: 9, width: 4, height: 4 } },
    ];
    const { parent, child, facts } = begun({ provider: 'flux', references });
    facts.push(...made(child), parent.attached(child.generationId, later, { provider: 'flux' }), parent.madePublic());
    const nothing = expect.anything() as unknown;
    const others = expect.not.objectContaining({ provider: nothing, references: nothing }) as unknown;
    await given(...facts).thenRows(
      'generation',
      {
        item: item({
          metadata: item({ provider: 'procedural' }),
          variants: [others, item({ id: later, provider: 'flux', references: 1 })],
        }),
        public_item: item({ variants: [others, item({ id: later, provider: 'flux' })] }),
      },
      {},
    );
    const unsaid = expect.not.objectContaining({ references: nothing }) as unknown;
    await given(...facts).thenRows('generation', { public_item: item({ variants: [unsaid, unsaid] }) }, {});
  });

  test('names the image that it was edited from', async () => {
    const file = { blob: digestOf('own'), bytes: 9, width: 4, height: 4 };
    const source = { kind: 'own' as const, id: first, file };
    const { parent, child, facts } = begun({ prompt: 'A balloon', edit: { kind: 'replace', source, mask: file } });
    facts.push(...made(child), parent.attached(child.generationId, later), parent.madePublic());
    const edited = item({ id: later, prompt: 'A balloon', edit: { kind: 'replace', variant_id: first } });
    const unedited = expect.not.objectContaining({ edit: expect.anything() as unknown }) as unknown;
    const shown = item({ variants: [unedited, edited] });
    await given(...facts).thenRows('generation', { item: shown, public_item: shown }, {});
  });

  test('waits with its words while it is made', async () => {
    const { parent, child, facts } = begun(asked);
    await given(...facts).thenRows(
      'generation',
      {
        id: parent.generationId,
        awaited: { [child.generationId]: { prompt: 'A fox at night', resolution: '4k' } },
        item: item({ variant_count: 1 }),
      },
      {},
    );
    await given(...begun({}).facts).thenRows('generation', { awaited: {} }, { awaited: {} });
  });

  test('leaves no words behind where it never comes', async () => {
    const ends: ((child: GenerationStory) => Recorded[])[] = [
      (child) => [child.failed()],
      (child) => [child.started(), child.cancelled()],
    ];
    for (const end of ends) {
      const { parent, child, facts } = begun(asked);
      facts.push(...end(child));
      const left = { id: parent.generationId, awaited: {} };
      await given(...facts).thenRows('generation', left, { id: child.generationId });
      await given(...facts, child.deleted(), child.purged()).thenRows('generation', left);
    }
  });

  test('goes with what it was made for', async () => {
    const { parent, child, facts } = begun(asked);
    await given(...facts, parent.deleted(), parent.purged(), ...made(child)).thenRows('generation', {
      id: child.generationId,
      awaited: {},
    });
  });
});

test('each is shown as its stream says, wherever it stands', async () => {
  const recorder = new Recorder();
  const lives: ((one: GenerationStory) => Recorded[])[] = [
    (one) => [one.requested()],
    (one) => [one.requested(), one.started(), one.drew(randomUUID())],
    (one) => [one.requested(), one.started(), one.drew(randomUUID()), one.handedBack()],
    (one) => [one.requested(), one.started(), one.drew(randomUUID()), one.started(), one.drew(randomUUID())],
    (one) => [one.requested(), one.started(), one.drew(randomUUID()), one.failed()],
    (one) => [one.requested(), one.cancelled()],
    (one) => [...one.whole(), one.saved(), one.madePublic(), one.attached(randomUUID(), randomUUID())],
    (one) => [...one.whole(), one.madePublic(), one.saved(), one.madePrivate()],
    (one) => [...one.whole(), one.saved(), one.deleted()],
    (one) => [...one.whole(), one.deleted(), one.restored()],
    (one) => [
      one.requested({ provider: 'flux' }),
      one.started(),
      one.drew(randomUUID(), 0, { provider: 'flux', revisedPrompt: 'A red fox', enlarged: true }),
      one.completed(),
    ],
  ];
  const streams = lives.map((life) => life(new GenerationStory(recorder, member)));
  const views = streams.map((facts) =>
    facts.reduce((view, fact) => evolveGeneration(view, fact as Recorded<GenerationFact>), unrequested),
  );
  await given(...streams.flat()).thenRows(
    'generation',
    ...views.filter(isRequested).map((view) => ({ id: view.id, item: replyOf(view) })),
  );
});

const isAnchor = (id: string): boolean => Number.parseInt(id.slice(-2), 16) < 2;

test('anchors know how many entries are older, whatever came and went, in whatever order', async () => {
  const recorder = new Recorder();
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();
  const stories = Array.from(
    { length: 300 },
    (_, index) => new GenerationStory(recorder, member, index % 29 ? 'ff' : '00'),
  );
  // Requested out of order, so that entries come in between others.
  const facts = stories.flatMap((one, index) => one.whole({ at: at((index * 7) % 300) }));
  const deleted = stories.filter((_, index) => index % 3 === 0);
  facts.push(...deleted.map((one) => one.deleted()), ...deleted.slice(0, 40).map((one) => one.restored()));

  const left = stories
    .map((one, index) => ({ id: one.generationId, at: at((index * 7) % 300) }))
    .filter(({ id }) => !deleted.slice(40).some((one) => one.generationId === id))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const inTrash = deleted
    .slice(40)
    .map(({ generationId: id }) => id)
    .toSorted();
  const anchors = left.flatMap(({ id }, older) => (isAnchor(id) ? [{ id, older }] : []));
  await given(...facts).thenRows(
    'listing_anchor',
    ...anchors.flatMap((anchor) => ['all', 'completed'].map((list) => ({ owner: member, list, ...anchor }))),
    // All were deleted at the same instant, so their ids give the order.
    ...inTrash.flatMap((id, older) => (isAnchor(id) ? [{ owner: member, list: 'trash', id, older }] : [])),
  );
});

describe('a visitor’s picture', () => {
  const visitor = randomUUID();
  const begun = () => {
    const one = new GenerationStory(new Recorder(), visitor);
    return { one, facts: one.whole({ prompt: 'My secret fox', trial: true }, variant) };
  };

  test('is nobody’s, and none of its words is kept', async () => {
    const { one, facts } = begun();
    await given(...facts).thenRows('generation', {
      id: one.generationId,
      member_id: visitor,
      search_text: '',
      public_item: null,
      item: item({ original_prompt: '', isPublic: false }),
    });
  });

  test('is the member’s own, with its words, once it is adopted', async () => {
    const { one, facts } = begun();
    facts.push(one.adoptedBy(member, 'My secret fox'));
    await given(...facts).thenRows('generation', {
      id: one.generationId,
      member_id: member,
      search_text: 'my secret fox',
      public_item: null,
      item: item({ original_prompt: 'My secret fox', isPublic: false }),
    });
    await given(...facts).thenRows(
      'listing_total',
      ...['all', 'completed'].map((list) => ({ owner: member, list, total: 1 })),
    );
  });

  test('that nobody has adopted stands in no list once it is purged', async () => {
    const { one, facts } = begun();
    await given(...facts, one.purged()).thenRows('image');
    await given(...facts, one.purged()).thenRows('listing_total');
  });
});
