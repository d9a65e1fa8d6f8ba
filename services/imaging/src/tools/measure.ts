/**
 * Measures this process's own work and prints it as one line of JSON: see `Measured`. For the benchmark, which may not
 * import pixels.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { AspectRatio, Resolution } from '@easel/contracts/generation/policy';
import { centred } from '@easel/contracts/products/placement';
import { printSpecOf } from '@easel/contracts/products/policy';
import { printedPx } from '@easel/contracts/products/print-layout';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { deriveFrom } from '../derive/derive.ts';
import { decode, encode } from '../derive/sharp.gateway.ts';
import { draw } from '../providers/procedural/picture.ts';
import { ThreadMaker } from '../render/thread-maker.ts';
import type { MeasuredPrint } from './measure-print.ts';

export interface Measured {
  /** Of one PNG of 4096 × 4096, medians in milliseconds. */
  readonly decodeMs: number;
  readonly deriveMs: number;
  /** Rendered, encoded, derived and stored while another is in flight, the slowest prompt's median in milliseconds. */
  readonly renders: readonly { readonly what: string; readonly limitMs: number; readonly ms: number }[];
  /** Files for the print service, read, made and stored by a fresh process; the most of all rounds. */
  readonly prints: readonly (MeasuredPrint & { readonly what: string })[];
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

/** A picture of these pixels as a PNG. */
async function picture(size: { width: number; height: number }): Promise<Buffer> {
  const request = {
    prompt: 'sunset over a lake',
    negativePrompt: '',
    style: 'auto',
    aspectRatio: 'square_1_1',
    seed: 1,
    transparent: false,
  } as const;
  const { pixels, channels } = draw(request, size);
  return encode({ pixels, channels, ...size }, 'png', { Software: 'bench', ImageDescription: 'bench' });
}

async function measureDerive(): Promise<{ decodeMs: number; deriveMs: number }> {
  const file = await picture({ width: 4096, height: 4096 });
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
      { prompt, negativePrompt: '', settings, index: 0 },
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

/** Turned pictures take more memory than upright ones. */
const prints = [
  ['a poster of 24 × 36 in', 'poster-large', '24x36', 0],
  ['a poster of 24 × 36 in, turned', 'poster-large', '24x36', 90],
  ['a T-shirt', 't-shirt', 'M', 0],
] as const;

async function measurePrints(): Promise<Measured['prints']> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-measure-'));
  const program = fileURLToPath(new URL('./measure-print.js', import.meta.url));
  const size = isSmoke ? { width: 1024, height: 576 } : { width: 3840, height: 2160 };
  try {
    const { blob: source } = await new DiskBlobStore(folder).put(await picture(size));
    const results: { what: string; ms: number; grownMb: number }[] = [];
    for (const [what, product, ofSize, rotation] of isSmoke ? prints.slice(2) : prints) {
      const { area, dpi, format } = printSpecOf(product, ofSize)!;
      const { width: widthPx, height: heightPx } = printedPx(area, dpi);
      const placement = { ...centred, rotation };
      const layout = { area, dpi, placement, widthPx: size.width, heightPx: size.height };
      const request = { source, subjectId: 'a', partId: 'b', format, widthPx, heightPx, layout };
      const result = { what, ms: 0, grownMb: 0 };
      for (let round = 0; round < (isSmoke ? 1 : 3); round++) {
        const { stdout } = await promisify(execFile)(process.execPath, [program, folder, JSON.stringify(request)]);
        const { ms, grownMb } = JSON.parse(stdout) as MeasuredPrint;
        Object.assign(result, { ms: Math.max(result.ms, ms), grownMb: Math.max(result.grownMb, grownMb) });
      }
      results.push(result);
    }
    return results;
  } finally {
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

const measured: Measured = {
  ...(await measureDerive()),
  renders: await measureRenders(),
  prints: await measurePrints(),
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
