import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { digestOf, GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { gallery } from './gallery.projector.ts';

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
        variants: [variant, second].map((id) => ({
          id,
          image_url: `/api/images/auth/${id}.webp`,
          thumbnail_url: `/api/images/auth/${id}-thumb.webp`,
          width: 2048,
          height: 1536,
          thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
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
          provider: 'procedural',
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
      preview_bytes: 900,
      thumbnail_blob: digestOf(`${variant} thumbnail`),
      thumbnail_bytes: 90,
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
    await given(...whole).thenNoRows('listing');
    await given(...whole).thenNoRows('listing_total');
    await given(...whole, one.restored()).thenRows(
      'listing_total',
      { list: 'all', total: 1 },
      { list: 'completed', total: 1 },
    );
  });
});

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
  const anchors = left.flatMap(({ id }, older) => (Number.parseInt(id.slice(-2), 16) < 2 ? [{ id, older }] : []));
  await given(...facts).thenRows(
    'listing_anchor',
    ...anchors.flatMap((anchor) => ['all', 'completed'].map((list) => ({ owner: member, list, ...anchor }))),
  );
});
