import { parentPort } from 'node:worker_threads';
import { brand } from '@easel/contracts/brand';
import { sizeOf } from '@easel/contracts/generation/policy';
import { derive } from '../derive/derive.ts';
import { encode } from '../derive/sharp.gateway.ts';
import { draw } from '../providers/procedural/picture.ts';
import type { ImageJob, MadeImage } from './image-maker.ts';
import { renderFault } from './render-fault.ts';

/** Runs in a thread of its own: it may burn for seconds, hang or run out of memory, and is then ended from outside. */
parentPort?.on('message', (job: ImageJob) => {
  void make(job).then(
    (image) => parentPort?.postMessage({ image }),
    (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
});

async function make({ prompt, negativePrompt, settings, index }: ImageJob): Promise<MadeImage> {
  renderFault();
  const seed = settings.seed + index;
  const size = sizeOf(settings.aspectRatio, settings.resolution);
  const picture = draw(
    {
      prompt,
      negativePrompt,
      style: settings.style,
      aspectRatio: settings.aspectRatio,
      seed,
      transparent: settings.isTshirtDesign,
    },
    size,
  );
  const raw = { pixels: picture.pixels, channels: picture.channels, ...size };
  // The prompt is personal and the file will be shared: it says how it was made, not what was asked for.
  const origin = { Software: `${brand.name} procedural`, ImageDescription: `${picture.composer}, seed ${seed}` };
  const [bytes, derived] = await Promise.all([encode(raw, settings.outputFormat, origin), derive(raw)]);
  return { original: { bytes, ...size }, ...derived, seed };
}
