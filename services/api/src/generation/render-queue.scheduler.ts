import { backoffMs, pause } from '@easel/kernel/server/backoff';
import type { Logger } from 'pino';
import { planHints } from './render-order.ts';
import type { RenderJob } from './render-queue.ts';

export interface RenderSchedulerOptions {
  jobs: () => Iterable<RenderJob>;
  /** Tells the workers; it may be lost. */
  hint: (job: RenderJob) => void;
  /** Ends a job that was tried often enough. */
  giveUp: (job: RenderJob) => Promise<void>;
  logger: Logger;
  now?: () => number;
}

/** The clock may be set while it rests. */
const LONGEST_REST_MS = 60_000;
const RETRY_MAX_MS = 10_000;
/** What could not be given up is tried again after so long. */
const GIVE_UP_AGAIN_MS = 5_000;

/** Tells the workers whose turn it is, whenever something has changed and whenever a time has come. */
export class RenderScheduler {
  private readonly hintedAt = new Map<string, number>();
  private readonly givenUpAt = new Map<string, number>();
  private alarm = new AbortController();

  constructor(private readonly options: RenderSchedulerOptions) {}

  /** Something has changed. */
  wake(): void {
    this.alarm.abort();
  }

  /** What was said about it was heard, or is void. */
  forget(id: string): void {
    this.hintedAt.delete(id);
    this.givenUpAt.delete(id);
  }

  /** Until the signal. What an earlier run said may have gone to workers that are no more. */
  async run(signal: AbortSignal): Promise<void> {
    this.hintedAt.clear();
    this.givenUpAt.clear();
    for (let failures = 0; !signal.aborted;) {
      // Before looking, so that nothing which comes meanwhile is slept through.
      this.alarm = new AbortController();
      try {
        const now = this.now();
        const lookAt = this.look(now);
        failures = 0;
        await pause(Math.min(lookAt - now, LONGEST_REST_MS), AbortSignal.any([signal, this.alarm.signal]));
      } catch (error) {
        this.options.logger.warn({ err: error }, 'the render queue could not be served');
        await pause(backoffMs(failures++, 100, RETRY_MAX_MS), signal);
      }
    }
  }

  private look(now: number): number {
    const { jobs, hint, giveUp, logger } = this.options;
    const plan = planHints(jobs(), this.hintedAt, now);
    for (const job of plan.hint) {
      this.hintedAt.set(job.id, now);
      hint(job);
    }
    let { lookAt } = plan;
    for (const job of plan.giveUp) {
      const again = (this.givenUpAt.get(job.id) ?? Number.NEGATIVE_INFINITY) + GIVE_UP_AGAIN_MS;
      if (again > now) {
        lookAt = Math.min(lookAt, again);
        continue;
      }
      this.givenUpAt.set(job.id, now);
      lookAt = Math.min(lookAt, now + GIVE_UP_AGAIN_MS);
      // Nobody waits for one that cannot be ended now.
      void giveUp(job).catch((error: unknown) =>
        logger.error({ err: error, generationId: job.id }, 'a render could not be given up'),
      );
    }
    return lookAt;
  }

  private now(): number {
    return this.options.now?.() ?? Date.now();
  }
}
