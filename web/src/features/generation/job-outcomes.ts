import { generationProblems } from '@easel/contracts/generation/http';
import { isOpen, type JobList } from './job-list.ts';

/** How a job ended, as the stream or a look at the generation says. */
export interface Ended {
  id: string;
  status: 'completed' | 'failed' | 'cancelled';
  variantOf: string | null;
}

export interface OutcomeMessage {
  kind: 'success' | 'error' | 'info';
  text: string;
}

/** Ended jobs are remembered by id, so that each is told of once, whoever says it. */
const REMEMBERED = 200;

/** What the member is told of a job's end; the jobs of a batch are told of together, with the last. */
export class JobOutcomes {
  readonly #ended = new Map<string, Ended['status']>();

  /** Undefined where it was told before, or where the rest of its batch is still to come. */
  tell(ended: Ended, jobs: JobList): OutcomeMessage | undefined {
    if (this.#ended.has(ended.id)) return undefined;
    this.#remember(ended);
    if (ended.variantOf !== null) return variantText(ended.status);
    const statuses = this.#batchOf(ended.id, jobs);
    if (!statuses) return singleText(ended.status);
    if (statuses.some((status) => status === undefined)) return undefined;
    if (statuses.includes('failed')) return { kind: 'error', text: 'Batch generation failed' };
    // Those that the member gave up are no failure.
    return statuses.includes('completed')
      ? { kind: 'success', text: 'Batch generation completed!' }
      : singleText('cancelled');
  }

  #remember({ id, status }: Ended): void {
    this.#ended.set(id, status);
    for (const [oldest] of this.#ended) {
      if (this.#ended.size <= REMEMBERED) return;
      this.#ended.delete(oldest);
    }
  }

  /** How those ordered together ended, undefined of one that has not; undefined where it was ordered alone. */
  #batchOf(id: string, jobs: JobList): (Ended['status'] | undefined)[] | undefined {
    const request = jobs.find(({ phase }) => phase.name === 'accepted' && phase.id === id)?.request;
    const batch = jobs.filter((job) => job.request === request);
    if (request === undefined || batch.length < 2) return undefined;
    return batch.map(({ phase }) => (phase.name === 'accepted' ? this.#ended.get(phase.id) : undefined));
  }
}

export function endedOf(job: { id: string; status: string }, variantOf: string | null): Ended | undefined {
  return isOpen(job.status) ? undefined : { id: job.id, status: job.status as Ended['status'], variantOf };
}

function singleText(status: Ended['status']): OutcomeMessage {
  switch (status) {
    case 'completed':
      return { kind: 'success', text: 'Image generated successfully!' };
    case 'failed':
      return { kind: 'error', text: generationProblems.failed.message };
    case 'cancelled':
      return { kind: 'info', text: generationProblems.cancelled.message };
  }
}

function variantText(status: Ended['status']): OutcomeMessage {
  switch (status) {
    case 'completed':
      return { kind: 'success', text: 'Variant created successfully!' };
    case 'failed':
      return { kind: 'error', text: 'Failed to create variant' };
    case 'cancelled':
      return { kind: 'info', text: generationProblems.cancelled.message };
  }
}
