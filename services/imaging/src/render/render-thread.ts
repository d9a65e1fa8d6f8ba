import { parentPort } from 'node:worker_threads';
import { seedOfImage, sizeOf, trialSizeOf } from '@easel/contracts/generation/policy';
import { deriveFrom, deriveTrialFrom } from '../derive/derive.ts';
import { procedural } from '../providers/procedural/procedural.provider.ts';
import type { ImageJob, MadeImage } from './image-maker.ts';
import { renderFault } from './render-fault.ts';

/** Runs in a thread of its own: it may burn for seconds, hang or run out of memory, and is then ended from outside. */
parentPort?.on('message', (job: ImageJob) => {
  void make(job).then(
    (image) => parentPort?.postMessage({ image }),
    (error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
});

/** How much of an image is made once it is drawn, and once it is a file; its smaller sizes are the rest. */
const DRAWN = 0.65;
const ENCODED = 0.8;

const tell = (progress: number): void => parentPort?.postMessage({ progress });

async function make({ prompt, negativePrompt, lettering, settings, index, trial }: ImageJob): Promise<MadeImage> {
  renderFault();
  const seed = seedOfImage(settings.seed, index);
  const size = trial ? trialSizeOf(settings.aspectRatio) : sizeOf(settings.aspectRatio, settings.resolution);
  const request = { prompt, negativePrompt, lettering, settings, index, seed, size };
  const { bytes } = await procedural.render(request, never, (drawn) => tell(drawn * DRAWN));
  tell(ENCODED);
  // What is stored is measured by its bytes, whoever made them.
  const { width, height, ...derived } = await (trial ? deriveTrialFrom : deriveFrom)(bytes);
  return { original: { bytes, width, height }, ...derived, seed };
}

/** This thread is ended from outside. */
const never = new AbortController().signal;
