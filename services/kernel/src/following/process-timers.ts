import type { Logger } from 'pino';
import { backoffMs } from '../server/backoff.ts';
import { faultPoint } from '../server/fault-point.ts';
import type { NewTimer, ProcessBook, TimerRow } from './process-book.ts';
import type { Due, Step } from './process.ts';
import { WorkQueue, type DueWork, type WorkEnd, type WorkRows } from './work-queue.ts';

/** A step, and when the fact that asks for it was recorded, by the log's clock. */
export type RecordedStep<Payload> = Step<Payload> & { recordedAt: Date };

type Again = { again: Date } | undefined | void;

export interface ProcessTimersOptions<Payload, Tx> {
  name: string;
  book: Pick<ProcessBook<Tx>, 'timers'>;
  act(due: Due<Payload>): Promise<Again>;
  logger: Logger;
  concurrency?: number;
  now?: () => Date;
}

/** `payload` is what the rules have scheduled, as JSON leaves it. */
type Timer<Payload> = TimerRow & { payload: Payload };

const CONCURRENCY = 16;
/** The clock may be set while it rests. */
const LONGEST_REST_MS = 60_000;
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 5 * 60_000;

/** The durable timers of one process: moved by its facts, performed at least once when they are due. */
export class ProcessTimers<Payload, Tx> implements WorkRows<Timer<Payload>, Again> {
  private readonly options: ProcessTimersOptions<Payload, Tx>;
  private readonly work: WorkQueue<Timer<Payload>, Again>;

  constructor(options: ProcessTimersOptions<Payload, Tx>) {
    this.options = options;
    const { logger, concurrency: slots = CONCURRENCY } = options;
    this.work = new WorkQueue<Timer<Payload>, Again>({
      rows: this,
      perform: ({ key, dueAt, payload }) => this.options.act({ key, dueAt, payload }),
      onFailure: ({ key, tries }, error) => {
        logger[tries > 3 ? 'error' : 'warn']({ err: error, key, tries }, 'a step of a process failed');
        return backoffMs(tries - 1, RETRY_BASE_MS, RETRY_MAX_MS);
      },
      slots,
      lookEveryMs: LONGEST_REST_MS,
      logger,
    });
  }

  /** In the caller's transaction. Where steps meet on a key, the last one counts. */
  async move(tx: Tx, steps: readonly RecordedStep<Payload>[]): Promise<void> {
    const scheduled = new Map<string, NewTimer>();
    const cancelled = new Set<string>();
    for (const { cancel, schedule, recordedAt } of steps) {
      if (cancel !== undefined) {
        scheduled.delete(cancel);
        cancelled.add(cancel);
      }
      if (schedule) {
        cancelled.delete(schedule.key);
        scheduled.set(schedule.key, { ...schedule, attemptAt: this.attemptAt(schedule.dueAt, recordedAt) });
      }
    }
    const { name, book } = this.options;
    if (cancelled.size > 0) await book.timers.cancel(name, [...cancelled], tx);
    if (scheduled.size > 0) await book.timers.schedule(name, [...scheduled.values()], tx);
  }

  /** Performs what is due until the signal; what is in flight then is finished. */
  start(signal: AbortSignal): void {
    this.work.start(signal);
  }

  /** Resolves when nothing runs any more, after the signal of `start`. */
  stopped(): Promise<void> {
    return this.work.stopped();
  }

  wake(): void {
    this.work.wake();
  }

  idle(): Promise<void> {
    return this.work.idle();
  }

  /** No other process claims: only the one that follows the log performs. What it performs stays in the table. */
  async claim(most: number, except: readonly string[]): Promise<DueWork<Timer<Payload>>> {
    const { name, book } = this.options;
    const first = await book.timers.next(name, most + 1, except);
    const now = this.now();
    const due = first.slice(0, most).filter(({ attemptAt }) => attemptAt.getTime() <= now);
    const next = first[due.length];
    return {
      due: due.map((timer) => ({ ...(timer as Timer<Payload>), tries: timer.tries + 1 })),
      nextInMs: next && Math.max(next.attemptAt.getTime() - now, 0),
    };
  }

  /** Leaves alone what a fact has scheduled anew or cancelled while it was performed: its version is another. */
  async settle(timer: Timer<Payload>, end: WorkEnd<Again>): Promise<boolean> {
    const { name, book } = this.options;
    if (end.kind === 'handed-back') return true;
    faultPoint('process.after-act');
    if (end.kind === 'again') return book.timers.again(name, timer, new Date(this.now() + end.inMs), timer.tries);
    const again = end.kind === 'done' && end.result?.again;
    return again ? book.timers.again(name, timer, again, 0) : book.timers.done(name, timer);
  }

  private now(): number {
    return (this.options.now?.() ?? new Date()).getTime();
  }

  /** Where the log's clock is ahead of this one, a step waits no longer than it was meant to. */
  private attemptAt(dueAt: Date, recordedAt: Date): Date {
    const delayMs = Math.max(dueAt.getTime() - recordedAt.getTime(), 0);
    return new Date(Math.min(dueAt.getTime(), this.now() + delayMs));
  }
}
