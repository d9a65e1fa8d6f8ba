import { utcMonth } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { isUnavailable } from '@easel/kernel/database/database';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { isLogAway } from '@easel/kernel/log/event-log.errors';
import type { Locks } from '@easel/kernel/following/locks';
import type { Logger } from 'pino';
import type { AllowanceSweeps } from './allowance-sweeps.ts';
import { account } from './account.decider.ts';

export interface AllowanceSweepOptions {
  runner: DeciderRunner;
  /** The next so many, in the order of their ids; from the first where `after` is null. */
  members: { after(memberId: string | null, limit: number): Promise<readonly string[]> };
  sweeps: AllowanceSweeps;
  locks: Locks;
  logger: Logger;
  batchSize?: number;
  /** What the clocks at hand say. */
  clocks?: () => Promise<readonly Date[]>;
}

const BATCH = 500;
/** Fewer than the streams that one connection to the log can carry. */
const TOGETHER = 8;
/** How wrong the earliest clock may be. */
const CLOCK_DOUBT_MS = 2 * 3_600_000;

/**
 * The instant whose month the sweep opens. A month opened early takes what is left of the one that has not ended, so
 * the earliest clock counts, and not before it has left the month's beginning well behind: nobody waits for that, since
 * who spends in a new month opens it by spending. Where all clocks are wrong by more, the account's month still never
 * goes backwards, and no month is granted twice.
 */
export const sweptInstant = (clocks: readonly Date[]): Date =>
  new Date(Math.min(...clocks.map((clock) => clock.getTime())) - CLOCK_DOUBT_MS);

/**
 * Opens the month on every account that has begun, where no command of its owner has done so: what is left of the month
 * before expires, and the new one's allowance is granted. Accounts without a fact are passed over: their first month is
 * the registration's business (`account.open-account`).
 * A month that nobody swept is not made up for: all of it would have expired.
 */
export class AllowanceSweep {
  private readonly sweeps: AllowanceSweeps;

  constructor(private readonly options: AllowanceSweepOptions) {
    this.sweeps = options.sweeps;
  }

  /** Goes on where the month's sweep was left, up to its end or the signal. One process at a time. */
  async sweep(signal: AbortSignal): Promise<void> {
    const held = await this.options.locks.hold('allowance sweep', signal);
    if (!held) return;
    try {
      await this.proceed(AbortSignal.any([signal, held.lost]));
    } finally {
      await held.release();
    }
  }

  private async proceed(signal: AbortSignal): Promise<void> {
    const { members, logger, batchSize = BATCH } = this.options;
    const at = sweptInstant(await this.clocks());
    const month = utcMonth(at);
    const sweep = await this.sweeps.begin(month);
    if (!sweep) return;
    await this.comeBack(at, signal);
    if (sweep.finished) return;
    for (let { reached } = sweep; !signal.aborted;) {
      const batch = await members.after(reached, batchSize);
      const last = batch.at(-1);
      if (last === undefined) {
        logger.info({ month, opened: await this.sweeps.finish(month) }, 'the month is open everywhere');
        return;
      }
      const opened = await this.openAll(batch, at, signal);
      if (opened === undefined) return;
      await this.sweeps.advance(month, last, opened);
      reached = last;
    }
  }

  /** How many were opened; undefined where the signal came first. */
  private async openAll(batch: readonly string[], at: Date, signal: AbortSignal): Promise<number | undefined> {
    let opened = 0;
    for (let index = 0; index < batch.length; index += TOGETHER) {
      if (signal.aborted) return undefined;
      const outcomes = await Promise.all(
        batch.slice(index, index + TOGETHER).map((memberId) => this.openOrLeave(memberId, at)),
      );
      opened += outcomes.filter((outcome) => outcome).length;
    }
    return opened;
  }

  /** One account that cannot be opened must not keep the month from all behind it. */
  private async openOrLeave(memberId: string, at: Date): Promise<boolean> {
    try {
      return await this.open(memberId, at);
    } catch (error) {
      if (isForAll(error)) throw error;
      this.options.logger.error({ err: error, memberId }, 'an account’s month could not be opened');
      await this.sweeps.leave(memberId);
      return false;
    }
  }

  private async open(memberId: string, at: Date): Promise<boolean> {
    const { runner } = this.options;
    const stream = accountStream.nameOf(memberId);
    const month = utcMonth(at);
    const { state, revision } = await runner.fold(stream, account);
    if (revision < 0 || state.month >= month) return false;
    const name = `open-month ${memberId} ${month}`;
    const { facts } = await runner.execute(
      stream,
      account,
      { type: 'OpenMonth', memberId, at },
      { key: name, actor: { kind: 'system', id: 'account.allowance-sweep' }, correlationId: name },
    );
    return facts.length > 0;
  }

  private async comeBack(at: Date, signal: AbortSignal): Promise<void> {
    for (let after: string | null = null; !signal.aborted;) {
      const left = await this.sweeps.left(after, this.options.batchSize ?? BATCH);
      for (const memberId of left) {
        try {
          await this.open(memberId, at);
          await this.sweeps.settle(memberId);
        } catch (error) {
          if (isForAll(error)) throw error;
          this.options.logger.error({ err: error, memberId }, 'an account’s month cannot be opened still');
        }
      }
      const last = left.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  private async clocks(): Promise<readonly Date[]> {
    return this.options.clocks?.() ?? [new Date(), await this.sweeps.clock()];
  }
}

/** Nothing is wrong with the account: log or database cannot serve now. */
const isForAll = (error: unknown): boolean => isLogAway(error) || error instanceof Refused || isUnavailable(error);
