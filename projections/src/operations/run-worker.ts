import { Refused } from '@easel/contracts/kernel/problem';
import type { RebuildOutcome as LoggedOutcome } from '@easel/contracts/operations/policy';
import { isOpen, type RebuildPhase } from '@easel/contracts/operations/rebuilds';
import { EventLog } from '@easel/kernel/log/event-log';
import { LogUnavailable } from '@easel/kernel/log/event-log.errors';
import { AdvisoryLocks } from '@easel/kernel/following/advisory-locks';
import { backoffMs, pause } from '@easel/kernel/server/backoff';
import { isTransient, type Pool } from '@easel/kernel/database/database';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BACKGROUND_POOL, LOGGER } from '@easel/kernel/server/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CheckpointWatch } from '../kernel/checkpoint-watch.ts';
import type { Log } from '../kernel/log.ts';
import { unpark } from '../kernel/parked.ts';
import { Pauses } from '../kernel/pauses.ts';
import { connectTo } from '../kernel/projection-state.ts';
import { ProjectorRunner, singleConnection } from '../kernel/projector-runner.ts';
import type { ReadModel } from '../kernel/projector.ts';
import { Reads } from '../kernel/reads.ts';
import { clearUp, rebuild, type RebuildOutcome, RebuildUnderWay } from '../kernel/rebuild.ts';
import type { TableComparison } from '../kernel/table-comparison.ts';
import { readModels } from '../read-models.ts';
import { GiveWay } from './give-way.ts';
import { operationsModel } from './operations.projector.ts';
import { Rates } from './rates.ts';
import { type NamedRun, RebuildLog } from './rebuild-log.ts';
import { RunPace } from './run-pace.ts';
import { type OpenRetry, type OpenRun, Runs, type RunState } from './runs.queries.ts';

/** How often is looked for what operators asked, where no notification told of it. */
const LOOK_EVERY_MS = 1_000;
/** How often a rebuild says how far it is, and hears that it was called off. */
const TELL_EVERY_MS = 500;
/** A rebuild that ended its process so often is not begun again. */
const MOST_ATTEMPTS = 3;
const BACKOFF_MS = { first: 100, most: 5_000 };

const NOTHING_DONE = {
  facts: 0,
  total: null,
  factsPerSecond: null,
  etaSeconds: null,
  tables: [],
} as const;

/**
 * Carries out what operators asked of the projections: one process at a time does, one rebuild after the other, and
 * parked partitions beside them. A request counts as open until its end is written down, so whatever ends the process
 * only makes the next one begin it anew. The log is told first, of the swap before it begins and of the end before it
 * is shown: a rebuild that operators see at its end is none that can still be cancelled.
 */
@Injectable()
export class RunWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private bell = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  /** Begun here and not ended: this process still lives, so it was not the rebuild that ended it. */
  private begun: string | undefined;
  private stopListening: (() => void) | undefined;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly logger: Log,
    @Inject(CheckpointWatch) private readonly checkpoints: CheckpointWatch,
    @Inject(Pauses) private readonly pauses: Pauses,
    @Inject(Rates) private readonly rates: Rates,
    @Inject(Runs) private readonly runs: Runs,
    @Inject(Reads) private readonly reads: Pick<Reads, 'asked'>,
    @Inject(RebuildLog) private readonly rebuilds: RebuildLog,
  ) {}

  onApplicationBootstrap(): void {
    const { log, pool, logger, pauses, stop } = this;
    this.stopListening = this.checkpoints.listen({
      onChange: (schema) => {
        if (schema === operationsModel.schema) this.ring();
      },
      onGap: () => this.ring(),
    });
    this.rates.start();
    this.running = Promise.all([
      new ProjectorRunner({ model: operationsModel, log, pool, logger }).run(stop.signal),
      this.keep(stop.signal),
      pauses.run(stop.signal),
    ]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    this.rates.stop();
    this.stopListening?.();
    await this.running;
  }

  private ring(): void {
    this.bell.abort();
    this.bell = new AbortController();
    this.pauses.look().catch((error: unknown) => this.logger.debug({ err: error }, 'Pauses were not read'));
  }

  private async keep(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.lead(signal, () => {
          failures = 0;
        });
      } catch (error) {
        if (signal.aborted) break;
        this.logger.warn({ err: error }, 'Carrying out what operators ask of projections was interrupted');
        await pause(backoffMs(failures++, BACKOFF_MS.first, BACKOFF_MS.most), signal);
      }
    }
  }

  /** As the only one of all processes. */
  private async lead(signal: AbortSignal, progressed: () => void): Promise<void> {
    const held = await AdvisoryLocks.of(this.pool).hold('projection operations', signal);
    if (!held) return;
    const leave = new AbortController();
    const going = AbortSignal.any([signal, held.lost, leave.signal]);
    let working: Promise<void>[] = [];
    try {
      while (!going.aborted && !(await this.runs.prepare())) await pause(TELL_EVERY_MS, going);
      progressed();
      if (this.begun !== undefined) await this.runs.handBack(this.begun);
      this.begun = undefined;
      await this.tellEnds();
      working = [this.repeat(going, () => this.nextRun(going)), this.repeat(going, () => this.nextRetry())].map(
        (work) => work.finally(() => leave.abort()),
      );
      await Promise.all(working);
    } finally {
      leave.abort();
      await Promise.allSettled(working);
      await held.release();
    }
  }

  /** `work` says whether there was anything to do. */
  private async repeat(signal: AbortSignal, work: () => Promise<boolean>): Promise<void> {
    while (!signal.aborted) {
      const { bell } = this;
      if (!(await work())) await pause(LOOK_EVERY_MS, AbortSignal.any([signal, bell.signal]));
    }
  }

  private async nextRun(signal: AbortSignal): Promise<boolean> {
    const run = await this.runs.next();
    if (!run) return false;
    const model = readModels.find(({ name }) => name === run.projection);
    const phase = await this.rebuilds.phaseOf(run);
    if (!isOpen(phase) || run.swapped) {
      if (model) await this.clearUp(model, signal);
      const end = isOpen(phase) ? await this.tellEnd(run, 'swapped') : phase;
      await this.runs.close(run.id, statusOf(end), model?.schema);
      return true;
    }
    const resumes = phase === 'swapping';
    const refused = refusalOf(run, model, resumes);
    if (refused !== undefined || !model) {
      if (model) await this.clearUp(model, signal);
      const status = statusOf(await this.tellEnd(run, run.stale ? 'unknown' : 'failed'));
      await this.runs.end(run.id, { ...NOTHING_DONE, status, error: refused ?? '' }, model?.schema);
      return true;
    }
    return this.carryOut(run, model, { resumes, signal });
  }

  /** False where it is to be looked at again in a while: somebody else is rebuilding it, or its swap went wrong. */
  private async carryOut(
    run: OpenRun,
    model: ReadModel,
    { resumes, signal }: { resumes: boolean; signal: AbortSignal },
  ): Promise<boolean> {
    const { log, pool, logger } = this;
    const { id, acceptDifference } = run;
    const begunAt = performance.now();
    const pace = new RunPace();
    pace.swapBegun = resumes;
    const readers = new GiveWay(() => this.reads.asked);
    const cancel = new AbortController();
    const over = new AbortController();
    const telling = this.tell(run, model, pace, { cancel, over: over.signal });
    const end = async (outcome: RebuildOutcome['kind'] | 'failed', figures: Partial<RunState> = {}): Promise<true> => {
      const state = { ...stateOf(pace), ...figures };
      // What it came to, before anybody else may tell how it ended.
      await this.runs.progress(id, state, model.schema);
      const phase = outcome === 'cancelled' ? await this.rebuilds.phaseOf(run) : await this.tellEnd(run, outcome);
      await this.runs.end(id, { ...state, status: isOpen(phase) ? 'cancelled' : statusOf(phase) }, model.schema);
      this.begun = undefined;
      return true;
    };
    let outcome: RebuildOutcome;
    try {
      outcome = await rebuild({
        model,
        log,
        pool,
        logger,
        signal: AbortSignal.any([signal, cancel.signal]),
        acceptDifference,
        resumes,
        giveWay: (going) => readers.giveWay(going),
        onBegin: async () => {
          this.begun = id;
          if (await this.runs.begin(id, resumes ? 'swapping' : 'running', model.schema)) return;
          this.begun = undefined;
          throw new RebuildUnderWay(`${model.schema} was swapped by somebody else meanwhile`);
        },
        beginSwap: async () => {
          faultPoint('rebuild.before-swap-begun');
          pace.swapBegun = await this.rebuilds.beginSwap(run);
          faultPoint('rebuild.after-swap-begun');
          if (!pace.swapBegun) cancel.abort();
          return pace.swapBegun;
        },
        onSwap: (sql, { facts, tables }) => this.runs.swap(sql, id, { facts, tables: tables.map(tableOf) }),
        onProgress: (progress) => pace.note(progress, performance.now()),
      });
    } catch (error) {
      over.abort();
      await telling;
      if (error instanceof RebuildUnderWay) return false;
      if (signal.aborted || isPassing(error)) throw error;
      logger.error({ err: error, projection: model.schema, run: id }, 'A rebuild has failed');
      // A swap that has begun is done by now, or to be done: it is looked at again.
      if (pace.swapBegun) return false;
      return end('failed', { error: String(error) });
    } finally {
      over.abort();
    }
    await telling;
    if (outcome.kind !== 'cancelled') {
      const { kind, facts, tables } = outcome;
      const factsPerSecond = (facts / (performance.now() - begunAt)) * 1_000;
      return end(kind, { facts, factsPerSecond, tables: tables.map(tableOf) });
    }
    if (cancel.signal.aborted) return end('cancelled', { tables: [] });
    await this.runs.handBack(id);
    this.begun = undefined;
    return true;
  }

  /** Of a rebuild that is over; whoever is at another one does so, too. */
  private async clearUp(model: ReadModel, signal: AbortSignal): Promise<void> {
    try {
      await clearUp({ model, pool: this.pool, signal });
    } catch (error) {
      if (!(error instanceof RebuildUnderWay)) throw error;
    }
  }

  /** Of rebuilds that ended here before the log told of ends: it would take them for open ones for ever. */
  private async tellEnds(): Promise<void> {
    const ended = await this.runs.ended();
    for (const projection of new Set(ended.map((run) => run.projection))) {
      const known = await this.rebuilds.of(projection);
      const unreported = ended.filter((run) => run.projection === projection && isOpen(known.get(run.id)));
      for (const run of unreported) await this.tellEnd(run, run.status);
    }
  }

  private async tellEnd(run: NamedRun, outcome: LoggedOutcome): Promise<LoggedOutcome | 'cancelled'> {
    const phase = await this.rebuilds.end(run, outcome);
    faultPoint('rebuild.after-end');
    return phase;
  }

  private async tell(
    { id }: OpenRun,
    { schema }: ReadModel,
    pace: RunPace,
    { cancel, over }: { cancel: AbortController; over: AbortSignal },
  ): Promise<void> {
    for (;;) {
      const { bell } = this;
      await pause(TELL_EVERY_MS, AbortSignal.any([over, bell.signal]));
      if (over.aborted) return;
      try {
        if (await this.runs.progress(id, stateOf(pace), schema)) cancel.abort();
      } catch (error) {
        this.logger.warn({ err: error, run: id }, "A rebuild's progress was not written down");
        await pause(TELL_EVERY_MS, over);
      }
    }
  }

  private async nextRetry(): Promise<boolean> {
    const retry = await this.runs.nextRetry();
    if (!retry) return false;
    const model = readModels.find(({ name }) => name === retry.projection);
    if (!model) await this.runs.endRetry(retry.id, { applied: 0, left: 0, error: `no read model ${retry.projection}` });
    else await this.retry(retry, model);
    return true;
  }

  private async retry({ id, partition }: OpenRetry, model: ReadModel): Promise<void> {
    const sql = await connectTo(singleConnection(this.pool, `unpark ${model.name}`), model.schema);
    try {
      const { applied, left } = await unpark(sql, model, partition, this.log);
      await this.runs.endRetry(id, { applied, left, error: null });
    } catch (error) {
      if (error instanceof LogUnavailable || isTransient(error)) throw error;
      this.logger.error({ err: error, projection: model.schema }, 'A parked partition could not be tried again');
      await this.runs.endRetry(id, { applied: 0, left: 0, error: String(error) });
    } finally {
      await sql.end();
    }
  }
}

/** The same work will succeed later. A refusal is the log's, which takes nothing now. */
const isPassing = (error: unknown): boolean =>
  error instanceof LogUnavailable || error instanceof Refused || isTransient(error);

/** How the end that the log tells is shown. */
const statusOf = (phase: Exclude<RebuildPhase, 'requested' | 'swapping'> | undefined) =>
  phase === undefined || phase === 'unknown' ? 'failed' : phase;

/** Why it is not even begun. What was about to be swapped is, whoever has to finish it. */
function refusalOf(run: OpenRun, model: ReadModel | undefined, resumes: boolean): string | undefined {
  if (!model) return `There is no read model ${run.projection}`;
  if (resumes) return undefined;
  if (run.stale) return 'The read side was begun anew after this was asked for';
  if (run.attempts >= MOST_ATTEMPTS) return `Given up: its process ended ${run.attempts} times before it was done`;
  return undefined;
}

function stateOf(pace: RunPace): RunState {
  const { latest, swapBegun } = pace;
  if (!latest) return { ...NOTHING_DONE, status: swapBegun ? 'swapping' : 'running', error: null };
  const now = performance.now();
  return {
    status: swapBegun ? 'swapping' : latest.compared ? 'comparing' : 'running',
    facts: latest.facts,
    total: latest.total ?? null,
    factsPerSecond: pace.factsPerSecond(now),
    etaSeconds: pace.etaSeconds(now),
    tables: (latest.compared ?? []).map(tableOf),
    error: null,
  };
}

const tableOf = ({ table, live, fresh, equal }: TableComparison) => ({
  table,
  live: live ?? null,
  fresh: fresh ?? null,
  equal,
});
