import type { Alarm } from '@easel/contracts/columns/events';
import { ALARMS_EVERY_SECONDS, type AlarmState } from '@easel/contracts/columns/policy';
import { sqlProblems } from '@easel/contracts/columns/problems';
import { queriesStream } from '@easel/contracts/columns/stream';
import { isNumericType } from '@easel/contracts/columns/values';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Pool } from '@easel/kernel/database/database';
import { type CommandContext, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { AdvisoryLocks } from '@easel/kernel/following/advisory-locks';
import { pause } from '@easel/kernel/server/backoff';
import { BACKGROUND_POOL, LOGGER } from '@easel/kernel/server/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Log } from '../kernel/log.ts';
import { alarms, type TellAlarm, type WatchedQuery } from './alarms.decider.ts';
import { SqlRunner } from './run-sql.ts';
import type { SqlRows } from './sql-question.ts';

interface Seen {
  state: AlarmState;
  value: number | string | null;
  position: string;
}

/** These say nothing about the statement: it is asked again the next time, so many times in a row. */
const passing = new Set([
  sqlProblems.busy,
  sqlProblems.none,
  sqlProblems.unreadable,
  sqlProblems.broken,
  sqlProblems.notYet,
]);
/** Ten minutes: longer than a rebuild of the columns takes. */
const LOOKS_WITHOUT_ANSWER = (10 * 60) / ALARMS_EVERY_SECONDS;

/** Looks at the queries that are alarms, one after the other, as the only one of all processes. */
@Injectable()
export class AlarmWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Looks in a row that had no answer, by the query's id. */
  private readonly unanswered = new Map<string, number>();

  constructor(
    @Inject(DeciderRunner) private readonly runner: Pick<DeciderRunner, 'fold' | 'execute'>,
    @Inject(SqlRunner) private readonly sql: Pick<SqlRunner, 'run'>,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly logger: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.keep(this.stop.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  /** Once, at each of them. */
  async look(signal: AbortSignal): Promise<void> {
    const { state } = await this.runner.fold(queriesStream.name, alarms);
    for (const [queryId, query] of state) {
      if (signal.aborted) return;
      const seen = query.alarm && (await this.see(queryId, query, query.alarm, signal));
      if (seen && seen.state !== query.state) await this.tell({ queryId, seen: query, ...seen });
    }
  }

  private async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const held = await AdvisoryLocks.of(this.pool).hold('alarms', signal);
        if (!held) return;
        try {
          const going = AbortSignal.any([signal, held.lost]);
          for (;;) {
            await pause(1_000 * ALARMS_EVERY_SECONDS, going);
            if (going.aborted) break;
            await this.look(going);
          }
        } finally {
          await held.release();
        }
      } catch (error) {
        this.logger.warn({ err: error }, 'Looking at the alarms was interrupted');
        await pause(1_000 * ALARMS_EVERY_SECONDS, signal);
      }
    }
  }

  /** Undefined where there is no answer now. An alarm without an answer for too long is reported as failed. */
  private async see(
    queryId: string,
    { sql }: WatchedQuery,
    alarm: Alarm,
    signal: AbortSignal,
  ): Promise<Seen | undefined> {
    try {
      const { position, bytes } = await this.sql.run({ sql, format: 'rows', signal });
      const answer = JSON.parse(Buffer.concat(await Array.fromAsync(bytes)).toString()) as SqlRows;
      this.unanswered.delete(queryId);
      const value = firstNumber(answer);
      if (value === null) return { state: 'failed', value, position };
      return { state: isBeyond(value, alarm) ? 'raised' : 'quiet', value, position };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof Refused)) throw error;
      const looks = (this.unanswered.get(queryId) ?? 0) + 1;
      this.unanswered.set(queryId, looks);
      if (passing.has(error.problem) && looks < LOOKS_WITHOUT_ANSWER) return undefined;
      return { state: 'failed', value: null, position: '' };
    }
  }

  private async tell(told: Omit<TellAlarm, 'type' | 'at'>): Promise<void> {
    const at = new Date();
    const context: CommandContext = {
      // One that fails has no position, and may fail again.
      key: `alarm ${told.queryId} ${told.state} ${told.position} ${at.toISOString()}`,
      actor: { kind: 'system', id: 'alarms' },
      correlationId: told.queryId,
    };
    const command: TellAlarm = { type: 'TellAlarm', ...told, at };
    await this.runner.execute(queriesStream.name, alarms, command, context);
  }
}

/** Returns the first number of the first row, as text where JavaScript does not have it. */
function firstNumber({ columns, rows }: SqlRows): number | string | null {
  for (const [index, value] of rows[0]?.entries() ?? []) {
    if (typeof value === 'number') return value;
    if (typeof value === 'string' && value !== 'nan' && isNumericType(columns[index]?.type ?? '')) return value;
  }
  return null;
}

function isBeyond(value: number | string, { side, threshold }: Alarm): boolean {
  const figure = typeof value === 'number' ? value : comparable(value);
  return side === 'above' ? figure > threshold : figure < threshold;
}

/** Keeps all digits of whole numbers, which JavaScript compares with others exactly. */
const comparable = (text: string): number | bigint =>
  /^-?\d+$/.test(text) ? BigInt(text) : Number(text.replace('inf', 'Infinity'));
