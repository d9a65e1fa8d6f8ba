import { Refused } from '@easel/contracts/kernel/problem';
import { sqlProblems } from '@easel/contracts/columns/problems';
import type { ReportFact } from '@easel/contracts/reports/events';
import { reportProblems } from '@easel/contracts/reports/problems';
import { reportStream } from '@easel/contracts/reports/stream';
import type { Pool } from '@easel/kernel/database/database';
import { type CommandContext, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { AdvisoryLocks } from '@easel/kernel/following/advisory-locks';
import { Following } from '@easel/kernel/following/following';
import { EventLog } from '@easel/kernel/log/event-log';
import { pause } from '@easel/kernel/server/backoff';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BACKGROUND_POOL, BLOB_DIR, LOGGER } from '@easel/kernel/server/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { columnsIn } from '../columns/columns-follower.ts';
import { readSegments } from '../columns/segments.ts';
import type { Log } from '../kernel/log.ts';
import { type Requested, ReportTurn } from './report-turn.ts';
import { builtInCode, type Progress, ReportRunner } from './run-report.ts';
import { type OutcomeCommand, reportOutcomes } from './report-outcomes.decider.ts';

/** These say nothing about the report: it is made as soon as they pass. */
const passing = new Set([sqlProblems.none, sqlProblems.busy, sqlProblems.unreadable, sqlProblems.notYet]);
/** A process has died, of the report's or of the statement's that reads the events: it is tried again a few times. */
const died = new Set([reportProblems.broken, sqlProblems.broken]);
const AGAIN_MS = 1_000;

/** Else it is a position. */
const isInstant = (asOf: string): boolean => !/^\d+$/.test(asOf);

/**
 * Makes the reports that are asked for, one after the other, as the only one of all processes. What it was at when it
 * died is still waiting in the log, and is made from the start.
 */
@Injectable()
export class ReportWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private readonly folder: string;
  private following: Following | undefined;
  private current: { runId: string; progress: Progress | undefined } | undefined;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DeciderRunner) private readonly runner: Pick<DeciderRunner, 'execute'>,
    @Inject(ReportRunner) private readonly reports: Pick<ReportRunner, 'run'>,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(BLOB_DIR) blobDir: string,
    @Inject(LOGGER) private readonly logger: Log,
  ) {
    this.folder = columnsIn(blobDir);
  }

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
  private async make(
    { runId, report, parameters, asOf, position: requestedAt, attempts }: Requested,
    signal: AbortSignal,
  ): Promise<void> {
    let attempt = attempts + 1;
    while (!signal.aborted) {
      if (asOf !== null && isInstant(asOf) && !this.isReached(requestedAt)) {
        await pause(AGAIN_MS, signal);
        continue;
      }
      this.current = { runId, progress: undefined };
      try {
        const onProgress = (progress: Progress): void => void (this.current = { runId, progress });
        const asked = { code: builtInCode(report), parameters, asOf: asOf ?? undefined, signal, onProgress };
        const { position, filter, parameters: meant, codeHash, result } = await this.reports.run(asked);
        if (signal.aborted) return;
        faultPoint('reports.before-outcome');
        const data = { runId, position, filter, parameters: meant, codeHash, result };
        await this.tell(runId, { type: 'TellOutcome', outcome: { type: 'ReportMade', data } });
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        const { code: problem, message } = error.problem;
        if (died.has(error.problem)) {
          const retryAt = await this.interrupt(runId, { attempt, problem, message });
          if (!retryAt) return;
          attempt += 1;
          await pause(Math.max(0, retryAt.getTime() - Date.now()), signal);
          continue;
        }
        if (!passing.has(error.problem) || (await this.isBeyondTheLog(asOf))) {
          const { detail } = error.extra;
          const data = { runId, problem, message, detail: typeof detail === 'string' ? detail : null };
          await this.tell(runId, { type: 'TellOutcome', outcome: { type: 'ReportFailed', data } });
          return;
        }
        await pause(AGAIN_MS, signal);
      } finally {
        this.current = undefined;
      }
    }
  }

  /**
   * The columns are a little behind the log: those of an instant are whole once they have what was recorded after it.
   */
  private isReached(position: bigint): boolean {
    const list = readSegments(this.folder);
    return list !== undefined && list.position >= position;
  }

  /** What a position names that no fact has yet is not to be waited for. */
  private async isBeyondTheLog(asOf: string | null): Promise<boolean> {
    return asOf !== null && !isInstant(asOf) && BigInt(asOf) > (await this.log.head());
  }

  /** When it is to be made again; undefined where it has failed, or was cancelled. */
  private async interrupt(
    runId: string,
    died: { attempt: number; problem: string; message: string },
  ): Promise<Date | undefined> {
    const facts = await this.tell(runId, { type: 'InterruptRun', runId, ...died, at: new Date() }, ` ${died.attempt}`);
    const interrupted = facts.find(({ type }) => type === 'ReportInterrupted');
    return interrupted?.type === 'ReportInterrupted' ? new Date(interrupted.data.retryAt) : undefined;
  }

  private async tell(runId: string, command: OutcomeCommand, suffix = ''): Promise<readonly ReportFact[]> {
    const context: CommandContext = {
      key: `report ${runId}${suffix}`,
      actor: { kind: 'system', id: 'reports' },
      correlationId: runId,
    };
    const { facts } = await this.runner.execute(reportStream.nameOf(runId), reportOutcomes, command, context);
    return facts;
  }
}
