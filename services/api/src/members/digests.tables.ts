import type { PoolClient } from '@easel/kernel/database/database';
import { PreparedStatement, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';

export const digestTables = [
  // The last month of which a member's monthly mail is in the mail's queue, or has left it.
  'CREATE TABLE vault.posted_digests (member_id uuid PRIMARY KEY, month text NOT NULL)',
];

export const postedDigests = table(
  'posted_digests',
  { member_id: column.uuid, month: column.text },
  { key: ['member_id'] },
);

const db = queriesOf<Database<[typeof postedDigests]>>('vault');

const NOTE_POSTED = new PreparedStatement(
  'posted-digest-note',
  { memberId: column.uuid, month: column.text },
  (given) =>
    db
      .insertInto('posted_digests')
      .values({ member_id: given('memberId'), month: given('month') })
      .onConflict((on) =>
        on
          .column('member_id')
          .doUpdateSet((eb) => ({ month: eb.ref('excluded.month') }))
          .whereRef('posted_digests.month', '<', 'excluded.month'),
      ),
);

/** Whether this month is the first time, and none of before; in the caller's transaction. */
export async function notePosted(client: PoolClient, memberId: string, month: string): Promise<boolean> {
  const { rowCount } = await NOTE_POSTED.run(client, { memberId, month });
  return rowCount === 1;
}
