import { randomUUID } from 'node:crypto';
import type { GenerationFact, StoredImage } from '@easel/contracts/generation/events';
import { type AspectRatio, sizeOf } from '@easel/contracts/generation/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { deriveFrom } from '@easel/imaging/derive/derive';
import { encode } from '@easel/imaging/derive/sharp.gateway';
import { draw } from '@easel/imaging/providers/procedural/picture';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { GenerationStory } from '@easel/projections/testing/generations';
import { Recorder } from '@easel/projections/testing/recorded';
import type { Product } from '../faults/harness/product.ts';
import { Records } from '../faults/harness/records.ts';

const APPENDS_AT_ONCE = 128;
/** Shapes in turn, so that rows have every length. */
const SHAPES = ['square_1_1', 'widescreen_16_9', 'social_story_9_16', 'traditional_3_4', 'standard_3_2'] as const;

/** A real picture, kept once and shown by many. */
type Kept = Pick<
  Extract<GenerationFact, { type: 'VariantCreated' }>['data'],
  'original' | 'preview' | 'thumbnail' | 'thumbhash'
>;

interface Wanted {
  memberId: string;
  count: number;
  /** Of what real pictures there are, one a prompt and shape. */
  prompts: readonly string[];
  isPublic: boolean;
}

/**
 * Writes generations into a product's log as its workers would have, all with real files: in the order of their making,
 * a minute apart. Answers their ids.
 */
export async function keepPictures(
  product: Product,
  { memberId, count, prompts, isPublic }: Wanted,
): Promise<string[]> {
  return Records.of(product, async ({ log, blobs }) => {
    const kept: Kept[] = [];
    for (let n = 0; n < Math.max(SHAPES.length, prompts.length); n++) {
      kept.push(await drawn(blobs, prompts[n % prompts.length] ?? '', SHAPES[n % SHAPES.length] ?? 'square_1_1', n));
    }
    const recorder = new Recorder();
    const lives = Array.from({ length: count }, (_, n) => {
      const picture = kept[n % kept.length];
      return lifeOf(recorder, memberId, { n, prompt: prompts[n % prompts.length] ?? '', picture, isPublic });
    });
    const next = lives.values();
    const worker = async (): Promise<void> => {
      for (const { facts } of next) {
        const [first] = facts;
        if (!first) continue;
        const news = facts.map(({ id, type, data, metadata }) => ({ id, fact: { type, data }, metadata }));
        await log.append(first.stream, 'none', news);
      }
    };
    await Promise.all(Array.from({ length: APPENDS_AT_ONCE }, worker));
    return lives.map(({ id }) => id);
  });
}

async function drawn(blobs: BlobStore, prompt: string, aspectRatio: AspectRatio, seed: number): Promise<Kept> {
  const size = sizeOf(aspectRatio, '1k');
  const request = { prompt, negativePrompt: '', style: 'auto', aspectRatio, seed, transparent: false } as const;
  const bytes = await encode({ ...draw(request, size), ...size }, 'png', {
    Software: 'bench',
    ImageDescription: 'a picture of the bench',
  });
  const { preview, thumbnail, thumbhash } = await deriveFrom(bytes);
  const put = async (file: { bytes: Uint8Array; width: number; height: number }): Promise<StoredImage> => ({
    ...(await blobs.put(Buffer.from(file.bytes))),
    width: file.width,
    height: file.height,
  });
  return {
    original: await put({ bytes, ...size }),
    preview: await put(preview),
    thumbnail: await put(thumbnail),
    thumbhash,
  };
}

function lifeOf(
  recorder: Recorder,
  memberId: string,
  { n, prompt, picture, isPublic }: { n: number; prompt: string; picture: Kept | undefined; isPublic: boolean },
): { id: string; facts: Recorded[] } {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
  const story = new GenerationStory(recorder, memberId);
  const requested = story.requested({ at, prompt: `${prompt}, number ${n}` });
  const started = story.started();
  const made = story.drew(randomUUID());
  const facts = [requested, started, { ...made, data: { ...(made.data as object), ...picture } }, story.completed()];
  return { id: story.generationId, facts: isPublic ? [...facts, story.madePublic(at)] : facts };
}
