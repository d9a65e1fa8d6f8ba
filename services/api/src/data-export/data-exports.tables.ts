import type { Pool, PoolClient } from '@easel/kernel/database/database';
import { PreparedStatement, type FoundBy, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { PostgresWork, type ClaimedRow } from '@easel/kernel/following/work-queue-postgres';
import { BACKGROUND_POOL, POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';

/** Exports that were asked for and are not forgotten; each has its file under its id once it is ready. */
export const dataExportTables = [
  `CREATE TABLE vault.data_exports (
     id uuid PRIMARY KEY,
     member_id uuid NOT NULL,
     requested_at timestamptz NOT NULL,
     state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed')),
     packed int NOT NULL DEFAULT 0,
     pictures int,
     bytes bigint,
     ready_at timestamptz,
     attempt_at timestamptz NOT NULL DEFAULT now(),
     tries int NOT NULL DEFAULT 0,
     claim uuid
   );
   CREATE INDEX data_exports_by_member ON vault.data_exports (member_id);
   CREATE INDEX data_exports_waiting ON vault.data_exports (requested_at) WHERE state = 'waiting'`,
];

type State = 'waiting' | 'ready' | 'failed';

export const dataExports = table(
  'data_exports',
  {
    id: column.uuid,
    member_id: column.uuid,
    requested_at: column.timestamptz,
    state: column.oneOf<State>().filled(`default 'waiting'`),
    packed: column.int.filled('default 0'),
    pictures: column.int.orNull,
    bytes: column.bigint.orNull,
    ready_at: column.timestamptz.orNull,
    attempt_at: column.timestamptz.filled('default now()'),
    tries: column.int.filled('default 0'),
    claim: column.uuid.orNull,
  },
  { key: ['id'] },
);

/** An export that is to be packed; its key is its id. */
export interface QueuedExport extends ClaimedRow {
  memberId: string;
  requestedAt: Date;
}

/** How long the export of a process that died waits for another; one that lives prolongs it. */
const LEASE_MS = 15_000;

@Injectable()
export class DataExportQueue extends PostgresWork<QueuedExport> {
  constructor(@Inject(BACKGROUND_POOL) pool: Pool) {
    super(
      pool,
      {
        table: 'vault.data_exports',
        key: 'id',
        dueAt: 'attempt_at',
        open: `state = 'waiting'`,
        // What was cut short often, as one that is too large for the machine, lets others go first.
        order: 'tries, requested_at',
        columns: 'member_id AS "memberId", requested_at AS "requestedAt"',
        // That it is ready was written down with the mail that tells of it.
        over: ({ kind }) =>
          kind === 'done'
            ? { set: 'attempt_at = now()', values: [] }
            : { set: `state = 'failed', attempt_at = now()`, values: [] },
      },
      LEASE_MS,
    );
  }
}

const db = queriesOf<Database<[typeof dataExports]>>('vault');
const ofExport = { id: column.uuid };
const ofMember = { memberId: column.uuid };
const claimed = { ...ofExport, claim: column.uuid };

const BEGIN = new PreparedStatement(
  'data-export-begin',
  { ...ofExport, ...ofMember, requestedAt: column.timestamptz },
  (given) =>
    db
      .insertInto('data_exports')
      .values({ id: given('id'), member_id: given('memberId'), requested_at: given('requestedAt') })
      .onConflict((on) => on.doNothing()),
);

const FIND = new PreparedStatement('data-export-find', ofExport, (given) =>
  db
    .selectFrom('data_exports')
    .where('id', '=', given('id'))
    .select([
      'id',
      'state',
      'packed',
      'pictures',
      sql<number | null>`bytes::float8`.as('bytes'),
      'ready_at as readyAt',
    ]),
);
export type DataExportRow = FoundBy<typeof FIND>;

const PROGRESS = new PreparedStatement(
  'data-export-progress',
  { ...claimed, packed: column.int, pictures: column.int },
  (given) =>
    db
      .updateTable('data_exports')
      .set({ packed: given('packed'), pictures: given('pictures') })
      .where('id', '=', given('id'))
      .where('claim', '=', given('claim')),
);

const READY = new PreparedStatement('data-export-ready', { ...claimed, bytes: column.bigint }, (given) =>
  db
    .updateTable('data_exports')
    .set({ state: 'ready', bytes: given('bytes'), ready_at: sql<Date>`now()` })
    .where('id', '=', given('id'))
    .where('claim', '=', given('claim'))
    .where('state', '=', 'waiting'),
);

const AGAIN = new PreparedStatement('data-export-again', ofExport, (given) =>
  db
    .updateTable('data_exports')
    .set({ state: 'waiting', tries: 0, attempt_at: sql<Date>`now()` })
    .where('id', '=', given('id'))
    .where('state', '=', 'failed'),
);

const OF_MEMBER = new PreparedStatement('data-exports-of-member', ofMember, (given) =>
  db.selectFrom('data_exports').where('member_id', '=', given('memberId')).select('id'),
);

const OLDER = new PreparedStatement('data-exports-older', { days: column.int }, (given) =>
  db
    .selectFrom('data_exports')
    .where('requested_at', '<', sql<Date>`now() - make_interval(days => ${given('days')})`)
    .select('id'),
);

const REMOVE = new PreparedStatement('data-export-remove', ofExport, (given) =>
  db.deleteFrom('data_exports').where('id', '=', given('id')),
);

/** The one door to `vault.data_exports`. */
@Injectable()
export class DataExportRows {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async begin(id: string, memberId: string, requestedAt: Date): Promise<void> {
    await BEGIN.run(this.pool, { id, memberId, requestedAt: requestedAt.toISOString() });
  }

  async find(id: string): Promise<DataExportRow | undefined> {
    return (await FIND.run(this.pool, { id })).rows[0];
  }

  async progress(work: QueuedExport, packed: number, pictures: number): Promise<void> {
    await PROGRESS.run(this.pool, { id: work.key, claim: work.claim, packed, pictures });
  }

  /** False where the claim was lost, or this was said before. */
  async ready(client: PoolClient, work: QueuedExport, bytes: number): Promise<boolean> {
    const { rowCount } = await READY.run(client, { id: work.key, claim: work.claim, bytes });
    return rowCount === 1;
  }

  /** False where it has not failed. */
  async again(id: string): Promise<boolean> {
    return (await AGAIN.run(this.pool, { id })).rowCount === 1;
  }

  async idsOf(memberId: string): Promise<string[]> {
    return (await OF_MEMBER.run(this.pool, { memberId })).rows.map(({ id }) => id);
  }

  /** Those that were asked for more than so many days ago. */
  async olderThan(days: number): Promise<string[]> {
    return (await OLDER.run(this.pool, { days })).rows.map(({ id }) => id);
  }

  async remove(id: string): Promise<void> {
    await REMOVE.run(this.pool, { id });
  }
}
