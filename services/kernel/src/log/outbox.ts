import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { backoffMs } from '../server/backoff.ts';
import { randomUUID } from '../server/chance.ts';
import { AppendInvalid, LogUnavailable, StreamDeleted, WrongRevision } from './event-log.errors.ts';
import type { EventLog } from './event-log.ts';
import type { ExpectedRevision, NewFact } from './new-fact.ts';
import { faultPoint } from '../server/fault-point.ts';
import { notePosition } from '../http/positions.ts';

/** How often a stream is followed to where it has moved, and the pauses between. */
const ROUNDS = 8;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 400;

/** Another change of the same stream's row has not reached the log yet. */
export class OutboxOccupied extends Error {
  override readonly name = 'OutboxOccupied';
}

export interface OutboxEntry {
  id: string;
  stream: string;
  facts: readonly NewFact[];
  /** Where the facts were decided. */
  expected: ExpectedRevision;
}

export interface OutboxRows<Tx> {
  /** False where another entry of its stream is there. */
  add(entry: OutboxEntry, tx: Tx): Promise<boolean>;
  find(stream: string): Promise<OutboxEntry | undefined>;
  remove(id: string): Promise<void>;
  /** That have an entry, the oldest first. */
  streams(): Promise<readonly string[]>;
}

/**
 * Facts born of a table's change: written beside the row in its transaction, then appended to a stream of their own.
 * It only rolls forward: what a crash left behind is appended at the next start, under the same ids, so once.
 */
export class Outbox<Tx = PoolClient> {
  constructor(
    private readonly rows: OutboxRows<Tx>,
    private readonly log: EventLog,
    private readonly logger: Logger,
  ) {}

  /**
   * `facts` as `EventLog.encode` gave them: nothing personal stands here in the clear. `expected` is the revision they
   * were decided at. Throws OutboxOccupied, after which the transaction can only be rolled back.
   */
  async enqueue(tx: Tx, stream: string, facts: readonly NewFact[], expected: ExpectedRevision = 'none'): Promise<void> {
    if (!(await this.rows.add({ id: randomUUID(), stream, facts, expected }, tx))) throw new OutboxOccupied(stream);
  }

  /** Appends what waits for this stream; nothing where it was appended before. */
  async deliver(stream: string): Promise<void> {
    const entry = await this.rows.find(stream);
    if (!entry) return;
    const { id, facts, expected } = entry;
    faultPoint('outbox.before-append');
    if (expected === 'none') await this.begin(stream, facts);
    else await this.follow(stream, facts, expected);
    faultPoint('outbox.after-append');
    await this.rows.remove(id);
  }

  private async begin(stream: string, facts: readonly NewFact[]): Promise<void> {
    try {
      const { position } = await this.log.appendEncoded(stream, 'none', facts);
      notePosition(stream, position);
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
      // The store knows these ids at these revisions, so this stream was begun by somebody else.
      this.logger.error({ err: error, stream }, 'an outbox entry found its stream taken');
    }
  }

  /**
   * The row has changed already, so the facts are true wherever the stream has come to meanwhile: behind its end. One
   * that others move on for so long is left to the next delivery. Throws LogUnavailable then.
   */
  private async follow(stream: string, facts: readonly NewFact[], decidedAt: number): Promise<void> {
    let expected = decidedAt;
    for (let round = 0; round < ROUNDS; round++) {
      try {
        const { position } = await this.log.appendEncoded(stream, expected, facts);
        notePosition(stream, position);
        return;
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error;
      }
      const last = await this.look(stream, facts, decidedAt);
      if (last === 'stored') return;
      expected = last;
      await wait(backoffMs(round, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
    }
    throw new LogUnavailable(new Error(`${stream} moved on ${ROUNDS} times while facts were to follow its end`));
  }

  /** Whether an earlier attempt has stored these facts, else where the stream ends now. */
  private async look(stream: string, facts: readonly NewFact[], from: number): Promise<'stored' | number> {
    let last = from;
    for await (const { id, revision, position } of this.log.readStored(stream, { from: from + 1 })) {
      if (id === facts.at(-1)?.id) {
        notePosition(stream, position);
        return 'stored';
      }
      last = revision;
    }
    return last;
  }

  /** Appends everything that waits: at every start. What can never be appended keeps nothing else from the log. */
  async deliverAll(): Promise<void> {
    for (const stream of await this.rows.streams()) {
      try {
        await this.deliver(stream);
      } catch (error) {
        if (!(error instanceof StreamDeleted || error instanceof AppendInvalid)) throw error;
        this.logger.error({ err: error, stream }, 'an outbox entry cannot be appended');
      }
    }
  }
}
