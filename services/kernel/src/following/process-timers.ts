import type { Logger } from 'pino';
import { backoffMs, pause } from '../server/backoff.ts';
import { faultPoint } from '../server/fault-point.ts';
import type { NewTimer, ProcessBook, TimerRow } from './process-book.ts';
import type { Due, Step } from './process.ts';

/** A step, and when the fact that asks for it was recorded, by the log's clock. */
export type RecordedStep<Payload> = Step<Payload> & { recordedAt: Date };

export interface ProcessTimersOptions<Payload, Tx> {
  name: string;
  book: Pick<ProcessBook<Tx>, 'timers'>;
  act(due: Due<Payload>): Promise<{ again: Date } | undefined | void>;
  logger: Logger;
  concurrency?: number;
  now?: () => Date;
}

/** `payload` is what the rules have scheduled, as JSON leaves it. */
type Timer<Payload> = TimerRow & { payload: Payload };

interface Next {
  at: Date;
  /** Failures in a row. */
  tries: number;
}

const CONCURRENCY = 16;
/** The clock may be set while it rests. */
const LONGEST_REST_MS = 60_000;
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 5 * 60_000;

/** The durable timers of one process: moved by its facts, performed at least once when they are due. */
export class ProcessTimers<Payload, Tx> {
  private readonly options: ProcessTimersOptions<Payload, Tx>;
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly idlers = new Set<() => void>();
  private ticking = Promise.resolve();
  private alarm = new AbortController();

  constructor(options: ProcessTimersOptions<Payload, Tx>) {
    this.options = options;
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
    this.ticking = this.ticking.then(() => this.tick(signal));
  }

  /** Resolves when nothing runs any more, after the signal of `start`. */
  async stopped(): Promise<void> {
    await this.ticking;
    await Promise.all(this.inFlight.values());
  }

  wake(): void {
    this.alarm.abort();
  }

  idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idlers.add(resolve);
    this.wake();
    return promise;
  }

  private now(): number {
    return (this.options.now?.() ?? new Date()).getTime();
  }

  /** Where the log's clock is ahead of this one, a step waits no longer than it was meant to. */
  private attemptAt(dueAt: Date, recordedAt: Date): Date {
    const delayMs = Math.max(dueAt.getTime() - recordedAt.getTime(), 0);
    return new Date(Math.min(dueAt.getTime(), this.now() + delayMs));
  }

  private async tick(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      // Before looking, so that nothing which comes meanwhile is slept through.
      this.alarm = new AbortController();
      const idlers = [...this.idlers];
      try {
        const restMs = await this.performDue(signal);
        if (this.inFlight.size === 0) this.tellIdle(idlers);
        failures = 0;
        await pause(restMs, AbortSignal.any([signal, this.alarm.signal]));
      } catch (error) {
        this.options.logger.warn({ err: error }, 'the timers cannot be read');
        await pause(backoffMs(failures++, 100, 10_000), signal);
      }
    }
  }

  private tellIdle(idlers: readonly (() => void)[]): void {
    for (const tell of idlers) {
      this.idlers.delete(tell);
      tell();
    }
  }

  /** Starts what is due, as far as there is room; gives how long to rest unless woken. */
  private async performDue(signal: AbortSignal): Promise<number> {
    const { name, book, concurrency = CONCURRENCY } = this.options;
    const room = concurrency - this.inFlight.size;
    if (room <= 0) return LONGEST_REST_MS;
    const timers = await book.timers.next(name, room + 1, [...this.inFlight.keys()]);
    const now = this.now();
    for (const timer of timers.slice(0, room)) {
      if (timer.attemptAt.getTime() > now || signal.aborted) break;
      this.inFlight.set(timer.key, this.perform(timer as Timer<Payload>, signal));
    }
    const next = timers.find(({ key }) => !this.inFlight.has(key));
    return next ? Math.min(Math.max(next.attemptAt.getTime() - now, 0), LONGEST_REST_MS) : LONGEST_REST_MS;
  }

  private async perform(timer: Timer<Payload>, signal: AbortSignal): Promise<void> {
    const next = await this.attempt(timer);
    faultPoint('process.after-act');
    try {
      await this.settle(timer, next);
    } catch (error) {
      // It will be performed once more, but not at once: the database is in trouble.
      this.options.logger.warn({ err: error, key: timer.key }, 'the end of a step could not be recorded');
      await pause(RETRY_BASE_MS, signal);
    }
    this.inFlight.delete(timer.key);
    this.wake();
  }

  /** When it is to be performed next; undefined where it is done. */
  private async attempt({ key, dueAt, payload, tries }: Timer<Payload>): Promise<Next | undefined> {
    try {
      const result = await this.options.act({ key, dueAt, payload });
      return result ? { at: result.again, tries: 0 } : undefined;
    } catch (error) {
      this.options.logger[tries < 3 ? 'warn' : 'error']({ err: error, key, tries }, 'a step of a process failed');
      return { at: new Date(this.now() + backoffMs(tries, RETRY_BASE_MS, RETRY_MAX_MS)), tries: tries + 1 };
    }
  }

  /** Leaves alone what a fact has scheduled anew or cancelled while it was performed. */
  private settle(timer: TimerRow, next: Next | undefined): Promise<void> {
    const { name, book } = this.options;
    return next ? book.timers.again(name, timer, next.at, next.tries) : book.timers.done(name, timer);
  }
}
