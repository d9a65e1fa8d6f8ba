import type { Recorded } from '@easel/contracts/kernel/event';
import type { ReportFact } from '@easel/contracts/reports/events';
import type { Turn } from '@easel/kernel/following/following';
import type { Log } from '../kernel/log.ts';

export type Requested = Extract<ReportFact, { type: 'ReportRequested' }>['data'] & {
  /** Of the request in the log. */
  position: bigint;
  /** In which its process has died. */
  attempts: number;
};
type Make = (asked: Requested, signal: AbortSignal) => Promise<void>;

/** Knows which runs wait, and has them made in the order in which they were asked for. */
export class ReportTurn implements Turn {
  readonly after = 'start';
  readonly until: AbortSignal;
  private readonly waiting = new Map<string, Requested>();
  private readonly over = new AbortController();
  private making: { runId: string; cancel: AbortController; done: Promise<void> } | undefined;
  private isCaughtUp = false;
  private readonly make: Make;
  private readonly going: AbortSignal;
  private readonly logger: Log;

  constructor(make: Make, going: AbortSignal, logger: Log) {
    this.make = make;
    this.going = going;
    this.logger = logger;
    this.until = this.over.signal;
  }

  handle(facts: readonly Recorded[]): void {
    for (const { type, data, position } of facts as readonly Recorded<ReportFact>[]) {
      if (type === 'ReportRequested') this.waiting.set(data.runId, { ...data, position, attempts: 0 });
      else if (type === 'ReportInterrupted') {
        const interrupted = this.waiting.get(data.runId);
        if (interrupted) interrupted.attempts = data.attempt;
      } else {
        this.waiting.delete(data.runId);
        if (this.making?.runId === data.runId && type === 'ReportCancelled') this.making.cancel.abort();
      }
    }
    this.next();
  }

  caughtUp(): void {
    this.isCaughtUp = true;
    this.next();
  }

  async end(): Promise<void> {
    this.over.abort();
    await this.making?.done;
  }

  private next(): void {
    const [first] = this.waiting.values();
    if (!first || this.making || !this.isCaughtUp || this.over.signal.aborted || this.going.aborted) return;
    const cancel = new AbortController();
    const signal = AbortSignal.any([cancel.signal, this.going, this.over.signal]);
    const done = this.make(first, signal).then(
      () => {
        this.waiting.delete(first.runId);
        this.making = undefined;
        this.next();
      },
      (error: unknown) => {
        this.logger.warn({ err: error }, 'Making a report was interrupted');
        this.over.abort();
      },
    );
    this.making = { runId: first.runId, cancel, done };
  }
}
