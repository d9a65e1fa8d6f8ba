import type { Generation } from '@easel/contracts/generation/http';
import type { LiveJob } from '@easel/contracts/generation/live';
import type { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { GenerationOrder } from './generator-form.ts';

/** One request for images, from the press of the button on. */
export interface Job {
  /** Names the job here. */
  key: string;
  /** The idempotency key under which it was sent; those of one batch share it. */
  request: string;
  /** Null for one that was under way when the page was opened. */
  order: GenerationOrder | null;
  /** The generation it will be a variant of. */
  variantOf: string | null;
  submittedAtMs: number;
  /** `waiting`: for a connection. */
  phase:
    { name: 'waiting' } | { name: 'sending' } | { name: 'accepted'; id: string } | { name: 'refused'; error: ApiError };
}

/** Newest first. */
export type JobList = readonly Job[];

/** What is sent at once. */
export interface Request {
  key: string;
  orders: readonly GenerationOrder[];
}

export const isOpen = (status: string): boolean => status === 'queued' || status === 'processing';
/** Not answered yet. */
export const isUnsent = ({ phase }: Job): boolean => phase.name === 'waiting' || phase.name === 'sending';

/** One job an order of the request, on top of the list, in their order. */
export const ordered = (jobs: JobList, { key, orders }: Request, nowMs: number): JobList => [
  ...orders.map((order, index): Job => ({
    key: orders.length === 1 ? key : `${key}/${index}`,
    request: key,
    order,
    variantOf: null,
    submittedAtMs: nowMs,
    phase: { name: 'sending' },
  })),
  ...jobs,
];

/** The request as it was made, of its jobs. */
export const requestOf = (jobs: JobList, key: string): Request => ({
  key,
  orders: jobs.flatMap((job) => (job.request === key && job.order ? [job.order] : [])),
});

/** The server has it, one id an order; the same generations found meanwhile among the open ones are these. */
export function accepted(jobs: JobList, request: string, ids: readonly string[]): JobList {
  const left = [...ids];
  return jobs.flatMap((job): Job[] => {
    if (job.request !== request) return ids.includes(idOf(job) ?? '') ? [] : [job];
    const id = left.shift();
    return id === undefined ? [job] : [{ ...job, phase: { name: 'accepted', id } }];
  });
}

/** The jobs of a request are all in the same phase until the server has taken them. */
export const inPhase = (jobs: JobList, request: string, phase: Job['phase']): JobList =>
  jobs.map((job) => (job.request === request ? { ...job, phase } : job));

/** Another generation has taken the place of the one that failed. */
export const retried = (jobs: JobList, key: string, id: string): JobList =>
  jobs
    .filter((job) => job.key === key || idOf(job) !== id)
    .map((job) => (job.key === key ? { ...job, phase: { name: 'accepted', id } } : job));

export const without = (jobs: JobList, key: string): JobList => jobs.filter((job) => job.key !== key);
export const withoutRequest = (jobs: JobList, request: string): JobList =>
  jobs.filter((job) => job.request !== request);

/** What is under way according to the stream, or to the list of generations. */
export type UnderWay = Pick<LiveJob, 'id' | 'status' | 'created_at'> & { variantOf: string | null };

export const underWayOf = (generation: Generation): UnderWay => ({ ...generation, variantOf: null });

/**
 * Takes in what is under way but not in the list: jobs from before a reload, and from the member's other windows. While
 * an order is being sent nothing is taken in, as the one found may be the very one whose answer is still to come.
 */
export function adopted(jobs: JobList, found: readonly UnderWay[]): JobList {
  if (jobs.some((job) => job.phase.name === 'sending')) return jobs;
  const known = new Set(jobs.map(idOf));
  const taken = found
    .filter(({ id, status }) => isOpen(status) && !known.has(id))
    .map(({ id, created_at, variantOf }): Job => ({
      key: id,
      request: id,
      order: null,
      variantOf,
      submittedAtMs: Date.parse(created_at),
      phase: { name: 'accepted', id },
    }));
  return taken.length === 0 ? jobs : [...jobs, ...taken].sort((a, b) => b.submittedAtMs - a.submittedAtMs);
}

export const idOf = (job: Job): string | undefined => (job.phase.name === 'accepted' ? job.phase.id : undefined);

/**
 * After an unknown outcome the same key goes again, so that nothing is paid twice; after a refusal it is a new request.
 */
export const keepsItsKey = (error: ApiError): boolean => error.kind !== 'http' || error.status >= 500;
