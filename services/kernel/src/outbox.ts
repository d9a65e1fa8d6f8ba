import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { WrongRevision } from './event-log.errors.ts';
import type { EventLog } from './event-log.ts';
import type { NewFact } from './new-fact.ts';
import { faultPoint } from './fault-point.ts';
import { notePosition } from './positions.ts';

export const outboxTables = [
  `CREATE TABLE vault.outbox (
     id uuid PRIMARY KEY,
     stream text NOT NULL UNIQUE,
     facts jsonb NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
];

/**
 * Facts born of a table's change: written beside the row in its transaction, then appended to a stream of their own.
 * It only rolls forward: what a crash left behind is appended at the next start, under the same ids, so once.
 */
export class Outbox {
  constructor(
    private readonly pool: Pool,
    private readonly log: EventLog,
    private readonly logger: Logger,
  ) {}

  /** `facts` as `EventLog.encode` gave them: nothing personal stands here in the clear. */
  async enqueue(client: PoolClient, stream: string, facts: readonly NewFact[]): Promise<void> {
    await client.query('INSERT INTO vault.outbox (id, stream, facts) VALUES ($1, $2, $3)', [
      randomUUID(),
      stream,
      JSON.stringify(facts),
    ]);
  }

  /** Appends what waits for this stream; nothing where it was appended before. */
  async deliver(stream: string): Promise<void> {
    const { rows } = await this.pool.query<{ id: string; facts: NewFact[] }>(
      'SELECT id, facts FROM vault.outbox WHERE stream = $1',
      [stream],
    );
    for (const row of rows) {
      faultPoint('outbox.before-append');
      try {
        const { position } = await this.log.appendEncoded(stream, 'none', row.facts);
        notePosition(stream, position);
      } catch (error) {
        // The store knows these ids at these revisions, so this stream was begun by somebody else.
        if (error instanceof WrongRevision)
          this.logger.error({ err: error, stream }, 'an outbox entry found its stream taken');
        else throw error;
      }
      faultPoint('outbox.after-append');
      await this.pool.query('DELETE FROM vault.outbox WHERE id = $1', [row.id]);
    }
  }

  /** Appends everything that waits: at every start. */
  async deliverAll(): Promise<void> {
    const { rows } = await this.pool.query<{ stream: string }>('SELECT stream FROM vault.outbox ORDER BY created_at');
    for (const { stream } of rows) await this.deliver(stream);
  }
}
