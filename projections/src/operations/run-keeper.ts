import { EventLog } from '@easel/kernel/event-log';
import { LogUnavailable } from '@easel/kernel/event-log.errors';
import { AdvisoryLocks } from '@easel/kernel/advisory-locks';
import { backoffMs, pause } from '@easel/kernel/backoff';
import { isTransient, type Pool } from '@easel/kernel/database';
import { BACKGROUND_POOL, LOGGER } from '@easel/kernel/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CheckpointWatch } from '../kernel/checkpoint-watch.ts';
import type { Log } from '../kernel/log.ts';
import { unpark } from '../kernel/parked.ts';
import { Pauses } from '../kernel/pauses.ts';
import { connectTo } from '../kernel/projection-state.ts';
import { ProjectorRunner, singleConnection } from '../kernel/projector-runner.ts';
import type { ReadModel } from '../kernel/projector.ts';
import { Reads } from '../kernel/reads.ts';
import { rebuild, type RebuildOutcome, RebuildUnderWay } from '../kernel/rebuild.ts';
import type { TableComparison } from '../kernel/table-comparison.ts';
import { readModels } from '../read-models.ts';
import { GiveWay } from './give-way.ts';
import { operationsModel } from './operations.projector.ts';
import { Rates } from './rates.ts';
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
 * only makes the next one begin it anew.
 */
@Injectable()
export class RunKeeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
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
  ) {}

  onApplicationBootstrap(): void {
    const { log, pool, logger, pauses, stop } = this;
    this.stopListening = this.checkpoints.listen({
      onTold: (schema) => {
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
    const refused = refusalOf(run, model);
    if (refused !== undefined || !model) {
      await this.runs.end(run.id, { ...NOTHING_DONE, status: 'failed', error: refused ?? '' }, model?.schema);
      return true;
    }
    return this.carryOut(run, model, signal);
  }

  /** False where somebody else is rebuilding it, which is waited for. */
  private async carryOut(run: OpenRun, model: ReadModel, signal: AbortSignal): Promise<boolean> {
    const { log, pool, logger } = this;
    const { id, acceptDifference } = run;
    const begunAt = performance.now();
    const pace = new RunPace();
    const readers = new GiveWay(() => this.reads.asked);
    const cancel = new AbortController();
    const over = new AbortController();
    const telling = this.tell(run, model, pace, { cancel, over: over.signal });
    const end = async (state: Partial<RunState> & Pick<RunState, 'status'>): Promise<true> => {
      await this.runs.end(id, { ...stateOf(pace), ...state }, model.schema);
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
        giveWay: (going) => readers.giveWay(going),
        onBegin: () => {
          this.begun = id;
          return this.runs.begin(id, model.schema);
        },
        onProgress: (progress) => pace.note(progress, performance.now()),
      });
    } catch (error) {
      over.abort();
      await telling;
      if (error instanceof RebuildUnderWay) return false;
      if (signal.aborted || error instanceof LogUnavailable || isTransient(error)) throw error;
      logger.error({ err: error, projection: model.schema, run: id }, 'A rebuild has failed');
      return end({ status: 'failed', error: String(error) });
    } finally {
      over.abort();
    }
    await telling;
    if (outcome.kind !== 'cancelled') {
      const { kind: status, facts, tables } = outcome;
      const factsPerSecond = (facts / (performance.now() - begunAt)) * 1_000;
      return end({ status, facts, factsPerSecond, tables: tables.map(tableOf) });
    }
    if (cancel.signal.aborted) return end({ status: 'cancelled', tables: [] });
    await this.runs.handBack(id);
    this.begun = undefined;
    return true;
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

/** Why it is not even begun. */
function refusalOf(run: OpenRun, model: ReadModel | undefined): string | undefined {
  if (!model) return `There is no read model ${run.projection}`;
  if (run.stale) return 'The read side was begun anew after this was asked for';
  if (run.attempts >= MOST_ATTEMPTS) return `Given up: its process ended ${run.attempts} times before it was done`;
  return undefined;
}

function stateOf(pace: RunPace): RunState {
  const { latest } = pace;
  if (!latest) return { ...NOTHING_DONE, status: 'running', error: null };
  const now = performance.now();
  return {
    status: latest.compared ? 'comparing' : 'running',
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
