import { generationProblems, type Generation } from '@easel/contracts/generation/http';
import { aspectRatioOf, aspectRatios } from '@easel/contracts/generation/policy';
import { capitalised, counted } from '../../lib/figures.ts';
import type { Job } from './job-list.ts';

export type JobState =
  'sending' | 'queued' | 'processing' | 'storing' | 'completed' | 'failed' | 'cancelled' | 'refused';

export interface JobFrame {
  /** Null until the image has come. */
  variant: Generation['variants'][number] | null;
  /** Width ÷ height. */
  ratio: number;
}

/** What a card shows of a job, folded from the order and from what the server says of it. */
export interface JobView {
  prompt: string;
  badges: string[];
  frames: JobFrame[];
  state: JobState;
  /** The state in words; of a refusal, the server's. */
  text: string;
  /** No more will happen by itself. */
  ended: boolean;
}

export function viewOf(job: Job, generation: Generation | undefined): JobView {
  const { order } = job;
  const variants = generation?.variants ?? [];
  const expected = Math.max(order?.count ?? 1, variants.length);
  const key = aspectRatioOf(order?.aspect_ratio ?? generation?.metadata.aspect_ratio ?? '') ?? 'square_1_1';
  const shape = aspectRatios[key];
  const resolution = order?.resolution ?? generation?.metadata.resolution ?? '';
  const style = order?.style ?? generation?.metadata.style ?? 'auto';
  const state = stateOf(job, generation?.status, variants.length);
  const came = state === 'failed' || state === 'cancelled' || state === 'refused' || state === 'completed';
  const frames = Array.from({ length: came ? variants.length : expected }, (_, index): JobFrame => {
    const variant = variants[index] ?? null;
    return { variant, ratio: variant ? variant.width / variant.height : shape.width / shape.height };
  });
  return {
    prompt: order?.prompt ?? generation?.original_prompt ?? '',
    badges: [
      resolution.toUpperCase(),
      `${shape.width}:${shape.height}`,
      ...(style === 'auto' ? [] : [capitalised(style)]),
      ...(order && expected > 1 ? [counted(expected, 'image')] : []),
    ].filter(Boolean),
    frames,
    state,
    text: textOf(job, state, variants.length, expected, generation?.metadata.processing_time ?? null),
    ended: came,
  };
}

function stateOf({ phase }: Job, status: Generation['status'] | undefined, stored: number): JobState {
  if (phase.name !== 'accepted') return phase.name;
  if (status === 'processing' && stored > 0) return 'storing';
  return status ?? 'queued';
}

function textOf(
  { phase, order }: Job,
  state: JobState,
  stored: number,
  expected: number,
  processingMs: number | null,
): string {
  switch (state) {
    case 'sending':
      return 'Sending';
    case 'queued':
      return 'Queued';
    case 'processing':
      return 'Processing';
    case 'storing':
      return order ? `Storing ${stored} of ${expected}` : `Storing, ${stored} so far`;
    case 'completed':
      return processingMs === null ? 'Done' : `Done in ${(processingMs / 1000).toFixed(1)} s`;
    case 'failed':
      return `${generationProblems.failed.message}. Its credits are yours again.`;
    case 'cancelled':
      return generationProblems.cancelled.message;
    case 'refused':
      return phase.name === 'refused' ? phase.error.message : '';
  }
}
