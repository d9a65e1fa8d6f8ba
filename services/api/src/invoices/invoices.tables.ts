import type { PoolClient } from '@easel/kernel/database/database';
import { PreparedStatement, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';

export const invoiceTables = [
  // Events of which a mail is in the mail's queue, or has left it.
  'CREATE TABLE vault.posted_receipts (event_id uuid PRIMARY KEY)',
];

export const postedReceipts = table('posted_receipts', { event_id: column.uuid }, { key: ['event_id'] });

const db = queriesOf<Database<[typeof postedReceipts]>>('vault');

const NOTE_POSTED = new PreparedStatement('posted-receipt-note', { eventId: column.uuid }, (given) =>
  db
    .insertInto('posted_receipts')
    .values({ event_id: given('eventId') })
    .onConflict((on) => on.doNothing()),
);

/** Returns whether this is the first time; in the caller's transaction. */
export async function notePosted(client: PoolClient, eventId: string): Promise<boolean> {
  const { rowCount } = await NOTE_POSTED.run(client, { eventId });
  return rowCount === 1;
}
