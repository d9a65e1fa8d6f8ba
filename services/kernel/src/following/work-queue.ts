import type { Logger } from 'pino';
import { backoffMs, pause } from '../server/backoff.ts';

/** A piece of work that is this process's for now. */
export interface Claimed {
  /** Two of one key are never performed at once. */
  key: string;
  /** Tries so far, with this one. */
  tries: number;
}

/** How a claim ends. */
export type WorkEnd<Result> =
  | { kind: 'done'; result: Result }
  /** It failed, and is tried again in so long. */
  | { kind: 'again'; inMs: number }
  | { kind: 'given-up'; error: unknown }
  /** As if it had not been tried. */
  | { kind: 'handed-back' };

export interface DueWork<Work> {
  due: readonly Work[];
  /** In how long more comes due; undefined where nobody knows. */
  nextInMs: number | undefined;
}

/**
 * Where work of one kind waits. A claim has a fencing mark: what is said by whoever has lost the claim since changes
 * nothing, and is answered with false.
 */
export interface WorkRows<Work extends Claimed, Result = void> {
  /** Claims what is due, at most so much of it, and none of those that are being performed here. */
  claim(most: number, except: readonly string[]): Promise<DueWork<Work>>;
  settle(work: Work, end: WorkEnd<Result>): Promise<boolean>;
  /** Where others take a claim over after a while without a word: prolongs it. */
  lease?: { ms: number; extend(work: Work): Promise<boolean> };
}

export interface WorkQueueOptions<Work extends Claimed, Result> {
  rows: WorkRows<Work, Result>;
  /** At least once; rejects when the signal aborts. */
  perform: (work: Work, signal: AbortSignal) => Promise<Result>;
  /** Tells of a try that failed and answers in how many ms another follows; undefined gives the work up. */
  onFailure: (work: Work, error: unknown) => number | undefined;
  /** What so many tries have not done is given up, also where each of them ended its process. */
  mostTries?: number;
  /** Called when the claim's end is written down. */
  onSettled?: (work: Work) => Promise<void>;
  /** Pieces at the same time. */
  slots: number;
  /** How often it looks, woken or not. */
  lookEveryMs: number;
  /** One try may take no longer. */
  timeoutMs?: number;
  /** At its end it hands back what is under way; else it is finished. */
  handsBack?: boolean;
  logger: Logger;
}

/** After an end that could not be written down: the database is in trouble. */
const UNSETTLED_MS = 1_000;

class Drained extends Error {
  override readonly name = 'Drained';
}

class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/**
 * Performs work that waits in a table, each piece at least once: when it is due, so many at a time, again after a while
 * where it failed. The table decides whose a piece is; a hint that wakes the queue only saves it time.
 */
export class WorkQueue<Work extends Claimed, Result = void> {
  private readonly running = new Map<string, { cut: AbortController; ended: Promise<void> }>();
  private readonly idlers = new Set<() => void>();
  private looking = Promise.resolve();
  private alarm = new AbortController();

  constructor(private readonly options: WorkQueueOptions<Work, Result>) {}

  /** Performs what is due until the signal. Started again, it goes on when it has stopped looking. */
  start(signal: AbortSignal): void {
    this.looking = this.looking.then(() => this.look(signal));
  }

  /** Resolves when nothing runs any more, after the signal of `start`. */
  async stopped(): Promise<void> {
    await this.looking;
    await Promise.all([...this.running.values()].map(({ ended }) => ended));
  }

  /** Has it look at once. */
  wake(): void {
    this.alarm.abort();
  }

  /** Resolves when nothing is due and nothing is being performed. */
  idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idlers.add(resolve);
    this.wake();
    return promise;
  }

  private async look(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      // Before looking, so that nothing which comes meanwhile is slept through.
      this.alarm = new AbortController();
      const idlers = [...this.idlers];
      try {
        const restMs = await this.beginDue(signal);
        if (this.running.size === 0) this.tellIdle(idlers);
        failures = 0;
        await pause(restMs, AbortSignal.any([signal, this.alarm.signal]));
      } catch (error) {
        this.options.logger.warn({ err: error }, 'work that is due cannot be read');
        await pause(backoffMs(failures++, 100, 10_000), signal);
      }
    }
    if (!this.options.handsBack) return;
    for (const { cut } of this.running.values()) cut.abort(new Drained('no more work is done here'));
  }

  private tellIdle(idlers: readonly (() => void)[]): void {
    for (const tell of idlers) {
      this.idlers.delete(tell);
      tell();
    }
  }

  /** Begins what is due, as far as there is room; gives how long to rest unless woken. */
  private async beginDue(signal: AbortSignal): Promise<number> {
    const { rows, slots, lookEveryMs } = this.options;
    const room = slots - this.running.size;
    // Whoever ends wakes it.
    if (room <= 0) return lookEveryMs;
    const { due, nextInMs } = await rows.claim(room, [...this.running.keys()]);
    for (const work of due) {
      if (signal.aborted) await rows.settle(work, { kind: 'handed-back' });
      else this.begin(work, signal);
    }
    return due.length < room && nextInMs !== undefined ? Math.min(nextInMs, lookEveryMs) : lookEveryMs;
  }

  private begin(work: Work, signal: AbortSignal): void {
    const cut = new AbortController();
    this.running.set(work.key, { cut, ended: this.perform(work, cut, signal) });
  }

  private async perform(work: Work, cut: AbortController, signal: AbortSignal): Promise<void> {
    const { rows, onSettled, logger } = this.options;
    const end = await this.attempt(work, cut);
    try {
      if (end && (await rows.settle(work, end))) await onSettled?.(work);
    } catch (error) {
      // It will be performed once more, but not at once.
      logger.warn({ err: error, key: work.key }, 'the end of a piece of work could not be written down');
      await pause(UNSETTLED_MS, signal);
    }
    this.running.delete(work.key);
    this.wake();
  }

  /** How the claim ends; undefined where it is no longer ours. */
  private async attempt(work: Work, cut: AbortController): Promise<WorkEnd<Result> | undefined> {
    const { rows, perform, onFailure, mostTries = Infinity, timeoutMs } = this.options;
    if (work.tries > mostTries) return { kind: 'given-up', error: new Error(`given up after ${mostTries} tries`) };
    const beat = rows.lease && setInterval(() => void this.extend(work, cut), rows.lease.ms / 3);
    const timeOut = (): void => cut.abort(new TimedOut(`not done within ${timeoutMs} ms`));
    const deadline = timeoutMs === undefined ? undefined : setTimeout(timeOut, timeoutMs);
    try {
      return { kind: 'done', result: await perform(work, cut.signal) };
    } catch (error) {
      const reason: unknown = cut.signal.reason;
      if (reason instanceof ClaimLost) return undefined;
      if (reason instanceof Drained) return { kind: 'handed-back' };
      const inMs = onFailure(work, error);
      return inMs === undefined || work.tries >= mostTries ? { kind: 'given-up', error } : { kind: 'again', inMs };
    } finally {
      clearInterval(beat);
      clearTimeout(deadline);
    }
  }

  /** That one must wait for the database to come back costs nothing; that another has taken over ends the work. */
  private async extend(work: Work, cut: AbortController): Promise<void> {
    try {
      if (!(await this.options.rows.lease?.extend(work))) cut.abort(new ClaimLost('another has it'));
    } catch (error) {
      this.options.logger.warn({ err: error, key: work.key }, 'a claim could not be prolonged');
    }
  }
}
