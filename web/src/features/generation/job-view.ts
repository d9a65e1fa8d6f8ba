import { generationProblems, type Generation } from '@easel/contracts/generation/http';
import type { LiveJobSoFar } from './live-jobs.ts';
import type { ApiError } from '@easel/contracts/kernel/client/api-error';
import { aspectRatioOf, aspectRatios } from '@easel/contracts/generation/policy';
import { capitalised, counted, resolutionName, secondsText } from '../../lib/figures.ts';
import { askedOf } from '../images/asked-of.ts';
import { newPriceOf, newPriceText } from '../providers/price-change.ts';
import { isOpen, type Job } from './job-list.ts';

export type JobState =
  'waiting' | 'sending' | 'queued' | 'processing' | 'storing' | 'completed' | 'failed' | 'cancelled' | 'refused';

interface JobFrame {
  /** Null until the image has come. */
  variant: Generation['variants'][number] | null;
  /** Width ÷ height. */
  ratio: number;
  /** What there is of it so far: an address for an image. */
  preview?: string | undefined;
}

/** What a card shows of a job, folded from the order and from what the server says of it. */
export interface JobView {
  prompt: string;
  badges: string[];
  frames: JobFrame[];
  state: JobState;
  /** Why it failed, where that is known: `failure-words.ts` has the words. */
  failure: string | null;
  /** The state in words; of a refusal, the server's. */
  text: string;
  /** How much is done, 0 to 1; null where nobody knows or nothing is to be done. */
  progress: number | null;
  /** Until it is made; null where nobody knows or nothing is to be done. */
  etaMs: number | null;
  /** No more will happen by itself. */
  ended: boolean;
}

export function viewOf(job: Job, generation: Generation | undefined, live?: LiveJobSoFar): JobView {
  const { order } = job;
  const variants = generation?.variants ?? [];
  const expected = Math.max(order?.count ?? live?.count ?? 1, variants.length);
  const stored = Math.max(variants.length, live?.done ?? 0);
  const key = aspectRatioOf(order?.aspect_ratio ?? live?.aspect_ratio ?? generation?.metadata.aspect_ratio ?? '');
  const shape = aspectRatios[key ?? 'square_1_1'];
  const resolution = order?.resolution ?? live?.resolution ?? generation?.metadata.resolution ?? '';
  const style = order?.style ?? generation?.metadata.style ?? 'auto';
  const state = stateOf(job, generation?.status, live?.status, stored);
  const ended = state === 'failed' || state === 'cancelled' || state === 'refused' || state === 'completed';
  const frames = Array.from({ length: ended ? variants.length : expected }, (_, index): JobFrame => {
    const variant = variants[index] ?? null;
    if (variant) return { variant, ratio: variant.width / variant.height };
    const preview = index === stored ? live?.preview : undefined;
    const ratio = shape.width / shape.height;
    return { variant, ratio, ...(preview !== undefined && { preview: `data:image/webp;base64,${preview}` }) };
  });
  return {
    prompt: order?.prompt ?? live?.prompt ?? generation?.original_prompt ?? '',
    badges: [
      resolutionName(resolution),
      `${shape.width}:${shape.height}`,
      ...(style === 'auto' ? [] : [capitalised(style)]),
      ...(expected > 1 ? [counted(expected, 'image')] : []),
      ...(job.variantOf === null ? [] : ['Variant']),
    ].filter(Boolean),
    frames: job.variantOf === null ? frames : [],
    state,
    failure: state === 'failed' ? (generation?.failure ?? live?.failure ?? null) : null,
    text: textOf(job, state, stored, expected, live, generation),
    progress: progressOf(state, stored, expected, live),
    etaMs: ended || !live || !isOpen(live.status) ? null : live.eta_ms,
    ended,
  };
}

/** The stream is ahead of what can be read; an image is only there once it can be shown. */
function stateOf(
  { phase }: Job,
  read: Generation['status'] | undefined,
  liveStatus: LiveJobSoFar['status'] | undefined,
  stored: number,
): JobState {
  if (phase.name !== 'accepted') return phase.name;
  const status = read !== undefined && !isOpen(read) ? read : (liveStatus ?? read ?? 'queued');
  if (status === 'completed' && read !== 'completed') return 'storing';
  return status === 'processing' && stored > 0 ? 'storing' : status;
}

function progressOf(state: JobState, stored: number, expected: number, live: LiveJobSoFar | undefined): number | null {
  if (state === 'processing' || state === 'storing') return live?.progress ?? stored / expected;
  return state === 'queued' ? 0 : null;
}

function textOf(
  { phase }: Job,
  state: JobState,
  stored: number,
  expected: number,
  live: LiveJobSoFar | undefined,
  generation: Generation | undefined,
): string {
  const processingMs = generation?.metadata.processing_time ?? null;
  switch (state) {
    case 'waiting':
      return 'Waiting for a connection; it is sent when there is one';
    case 'sending':
      return 'Sending';
    case 'queued':
      return live?.position === null || live?.position === undefined ? 'Queued' : placeText(live.position);
    case 'processing':
      return 'Processing';
    case 'storing':
      return `Storing ${Math.min(stored, expected)} of ${expected}`;
    case 'completed':
      return processingMs === null ? 'Done' : `Done in ${secondsText(processingMs)}`;
    case 'failed':
      return `${generationProblems.failed.message}. Its credits are yours again.`;
    case 'cancelled':
      return `${generationProblems.cancelled.message}. Its credits are yours again.`;
    case 'refused':
      return phase.name === 'refused' ? refusalText(phase.error) : '';
  }
}

function refusalText(error: ApiError): string {
  const price = newPriceOf(error);
  return askedOf(error) ?? (price === undefined ? error.message : newPriceText(price));
}

const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** By how many come before it: 'Next in line', '2nd in line'. */
export const placeText = (before: number): string =>
  before === 0 ? 'Next in line' : `${before + 1}${endings[ordinals.select(before + 1)] ?? 'th'} in line`;

/** Rounded up to what an estimate can promise. */
export function etaText(etaMs: number): string {
  const seconds = Math.ceil(etaMs / 1000);
  if (seconds <= 1) return 'about a second left';
  if (seconds <= 10) return `about ${seconds} s left`;
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  return `about ${Math.ceil(seconds / 60)} min left`;
}
