/**
 * Measures this process's own work and prints it as one line of JSON: see `Measured`. For the benchmark, which may not
 * import pixels.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { AspectRatio, Resolution } from '@easel/contracts/generation/policy';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { deriveFrom } from '../derive/derive.ts';
import { decode, encode } from '../derive/sharp.gateway.ts';
import { draw } from '../providers/procedural/picture.ts';
import { ThreadMaker } from '../render/thread-maker.ts';

export interface Measured {
  /** Of one PNG of 4096 × 4096, medians in milliseconds. */
  readonly decodeMs: number;
  readonly deriveMs: number;
  /** Rendered, encoded, derived and stored while another is in flight, the slowest prompt's median in milliseconds. */
  readonly renders: readonly { readonly what: string; readonly limitMs: number; readonly ms: number }[];
}

/** Whether it runs at all, by the least there is to draw. */
const isSmoke = process.argv.includes('--smoke');
const ROUNDS = isSmoke ? 1 : 5;
/** One of each way of drawing, those that take longest. */
const prompts = ['misty forest', 'sunset over a lake', 'neon silk'];
const sizes: readonly (readonly [what: string, AspectRatio, Resolution, limitMs: number])[] = [
  ['1K, 1024 × 1024', 'square_1_1', '1k', 1_000],
  ['4K, 3840 × 2160', 'widescreen_16_9', '4k', 6_000],
  ['4K, 3840 × 3840', 'square_1_1', '4k', 6_000],
];

async function measureDerive(): Promise<{ decodeMs: number; deriveMs: number }> {
  const size = { width: 4096, height: 4096 };
  const request = {
    prompt: 'sunset over a lake',
    negativePrompt: '',
    style: 'auto',
    aspectRatio: 'square_1_1',
    seed: 1,
    transparent: false,
  } as const;
  const { pixels, channels } = draw(request, size);
  const file = await encode({ pixels, channels, ...size }, 'png', { Software: 'bench', ImageDescription: 'bench' });
  const decodes: number[] = [];
  const derives: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [decoded, derived] = [await timed(() => decode(file)), await timed(() => deriveFrom(file))];
    if (round === 0) continue; // warms both
    decodes.push(decoded);
    derives.push(derived);
  }
  return { decodeMs: median(decodes), deriveMs: median(derives) };
}

async function measureRenders(): Promise<Measured['renders']> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-measure-'));
  const blobs = new DiskBlobStore(folder);
  const maker = new ThreadMaker();
  const never = new AbortController().signal;
  const render = async (
    prompt: string,
    seed: number,
    aspectRatio: AspectRatio,
    resolution: Resolution,
  ): Promise<void> => {
    const settings = { ...plain, aspectRatio, resolution, seed };
    const { original, preview, thumbnail } = await maker.make(
      { provider: 'procedural', prompt, negativePrompt: '', settings, index: 0 },
      never,
    );
    for (const { bytes } of [original, preview, thumbnail])
      await blobs.put(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };
  try {
    const results: { what: string; limitMs: number; ms: number }[] = [];
    for (const [what, ratio, resolution, limitMs] of isSmoke ? sizes.slice(0, 1) : sizes) {
      let slowest = 0;
      for (const prompt of isSmoke ? prompts.slice(0, 1) : prompts) {
        const times: number[] = [];
        for (let round = 0; round <= 2; round++) {
          const pair = [2 * round, 2 * round + 1].map((seed) => timed(() => render(prompt, seed, ratio, resolution)));
          const both = await Promise.all(pair);
          if (round > 0) times.push(...both); // the first warms the threads
        }
        slowest = Math.max(slowest, median(times));
      }
      results.push({ what, limitMs, ms: slowest });
    }
    return results;
  } finally {
    await maker.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const plain: GenerationSettings = {
  model: 'auto',
  engine: 'automatic',
  style: 'auto',
  aspectRatio: 'square_1_1',
  resolution: '1k',
  outputFormat: 'png',
  seed: 1,
  count: 1,
  safetyTolerance: 2,
  enhancePrompt: false,
  rawMode: false,
  creativeDetailing: 33,
  filterNsfw: true,
  isTshirtDesign: false,
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

process.stdout.write(
  `${JSON.stringify({ ...(await measureDerive()), renders: await measureRenders() } satisfies Measured)}\n`,
);
