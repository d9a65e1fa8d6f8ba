import type { Generation } from '@easel/contracts/generation/http';
import type { ApiError } from '../../lib/api.ts';
import type { GenerationOrder } from './generator-form.ts';

/** One wish for images, from the press of the button on. */
export interface Job {
  /** Names the job here; for orders of this session it is the idempotency key as well. */
  key: string;
  /** Null for one that was under way when the page was opened. */
  order: GenerationOrder | null;
  submittedAtMs: number;
  phase: { name: 'sending' } | { name: 'accepted'; id: string } | { name: 'refused'; error: ApiError };
}

/** Newest first. */
export type JobList = readonly Job[];

export const isOpen = (status: string): boolean => status === 'queued' || status === 'processing';

export const ordered = (jobs: JobList, key: string, order: GenerationOrder, nowMs: number): JobList => [
  { key, order, submittedAtMs: nowMs, phase: { name: 'sending' } },
  ...jobs,
];

/** The server has it; the same generation found meanwhile in the list of open ones is this one. */
export const accepted = (jobs: JobList, key: string, id: string): JobList =>
  jobs
    .filter((job) => job.key === key || idOf(job) !== id)
    .map((job) => (job.key === key ? { ...job, phase: { name: 'accepted', id } } : job));

export const refused = (jobs: JobList, key: string, error: ApiError): JobList =>
  jobs.map((job) => (job.key === key ? { ...job, phase: { name: 'refused', error } } : job));

export const resent = (jobs: JobList, key: string): JobList =>
  jobs.map((job) => (job.key === key ? { ...job, phase: { name: 'sending' } } : job));

export const without = (jobs: JobList, key: string): JobList => jobs.filter((job) => job.key !== key);

/**
 * Takes in generations that are under way but not in the list: those from before a reload. While an order is being sent nothing is
 * taken in, as the one found may be the very one whose answer is still to come.
 */
export function adopted(jobs: JobList, generations: readonly Generation[]): JobList {
  if (jobs.some((job) => job.phase.name === 'sending')) return jobs;
  const known = new Set(jobs.map(idOf));
  const found = generations
    .filter((generation) => isOpen(generation.status) && !known.has(generation.id))
    .map((generation): Job => ({
      key: generation.id,
      order: null,
      submittedAtMs: Date.parse(generation.created_at),
      phase: { name: 'accepted', id: generation.id },
    }));
  return found.length === 0 ? jobs : [...jobs, ...found].sort((a, b) => b.submittedAtMs - a.submittedAtMs);
}

export const idOf = (job: Job): string | undefined => (job.phase.name === 'accepted' ? job.phase.id : undefined);

/** After an unknown outcome the same key goes again, so that nothing is paid twice; after a refusal it is a new wish. */
export const keepsItsKey = (error: ApiError): boolean => error.kind !== 'http' || error.status >= 500;
