import type { Recorded } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import { sqlProblems } from '@easel/contracts/columns/problems';
import type { ReportFact } from '@easel/contracts/reports/events';
import { reportStream } from '@easel/contracts/reports/stream';
import type { Pool } from '@easel/kernel/database/database';
import { type CommandContext, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { AdvisoryLocks } from '@easel/kernel/following/advisory-locks';
import { Following, type Turn } from '@easel/kernel/following/following';
import { EventLog } from '@easel/kernel/log/event-log';
import { pause } from '@easel/kernel/server/backoff';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BACKGROUND_POOL, LOGGER } from '@easel/kernel/server/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Log } from '../kernel/log.ts';
import { builtInCode, type Progress, ReportRunner } from './run-report.ts';
import { type Outcome, reportOutcomes } from './report-outcomes.decider.ts';

type Requested = Extract<ReportFact, { type: 'ReportRequested' }>['data'];

/** These say nothing about the report: it is made as soon as they pass. */
const passing = new Set([sqlProblems.none, sqlProblems.busy, sqlProblems.broken, sqlProblems.notYet]);
const AGAIN_MS = 1_000;

/**
 * Makes the reports that are asked for, one after the other, as the only one of all processes. What it was at when it died
 * is still waiting in the log, and is made from the start.
 */
@Injectable()
export class ReportWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private following: Following | undefined;
  private current: { runId: string; progress: Progress | undefined } | undefined;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DeciderRunner) private readonly runner: Pick<DeciderRunner, 'execute'>,
    @Inject(ReportRunner) private readonly reports: Pick<ReportRunner, 'run'>,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly logger: Log,
  ) {}

  onApplicationBootstrap(): void {
    const { log, pool, logger, stop } = this;
    this.following = new Following({
      name: 'reports',
      log,
      categories: [reportStream.category],
      signal: stop.signal,
      logger,
      hold: (signal) => AdvisoryLocks.of(pool).hold('reports', signal),
      begin: (_, going) => Promise.resolve(new ReportTurn((asked, signal) => this.make(asked, signal), going, logger)),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.following?.done;
  }

  /** Undefined while it waits its turn, or another process makes it. */
  progressOf(runId: string): Progress | undefined {
    return this.current?.runId === runId ? this.current.progress : undefined;
  }

  /** Makes one, and tells what came of it; the signal leaves it as it is. */
  private async make({ runId, report, parameters, asOf }: Requested, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.current = { runId, progress: undefined };
      try {
        const onProgress = (progress: Progress): void => void (this.current = { runId, progress });
        const asked = { code: builtInCode(report), parameters, asOf: asOf ?? undefined, signal, onProgress };
        const { position, filter, parameters: meant, codeHash, result } = await this.reports.run(asked);
        if (signal.aborted) return;
        faultPoint('reports.before-outcome');
        await this.tell({ type: 'ReportMade', data: { runId, position, filter, parameters: meant, codeHash, result } });
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        if (!passing.has(error.problem) || (await this.isBeyondTheLog(asOf))) {
          const { code: problem, message } = error.problem;
          const { detail } = error.extra;
          const data = { runId, problem, message, detail: typeof detail === 'string' ? detail : null };
          await this.tell({ type: 'ReportFailed', data });
          return;
        }
        await pause(AGAIN_MS, signal);
      } finally {
        this.current = undefined;
      }
    }
  }

  /** What a position names that no fact has yet is not to be waited for. */
  private async isBeyondTheLog(asOf: string | null): Promise<boolean> {
    return asOf !== null && /^\d+$/.test(asOf) && BigInt(asOf) > (await this.log.head());
  }

  private async tell(outcome: Outcome): Promise<void> {
    const { runId } = outcome.data;
    const context: CommandContext = {
      key: `report ${runId}`,
      actor: { kind: 'system', id: 'reports' },
      correlationId: runId,
    };
    await this.runner.execute(reportStream.nameOf(runId), reportOutcomes, { type: 'TellOutcome', outcome }, context);
  }
}

type Make = (asked: Requested, signal: AbortSignal) => Promise<void>;

/** Knows which runs wait, and has them made in the order in which they were asked for. */
class ReportTurn implements Turn {
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
    for (const { type, data } of facts as readonly Recorded<ReportFact>[]) {
      if (type === 'ReportRequested') this.waiting.set(data.runId, data);
      else {
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
