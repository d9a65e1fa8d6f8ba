import { createHash } from 'node:crypto';
import { createPool, migrate, type Pool, withTransaction } from '@easel/kernel/database/database';
import type { DeclaredTable } from '@easel/kernel/database/table';
import { processTables, subscriptionTables } from '@easel/kernel/following/process-book-postgres';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiTables } from './api.tables.ts';
import { allowancesLeft, allowanceSweeps } from './account/allowance-sweep.tables.ts';
import { auditFindings, audits } from './audit/audits.tables.ts';
import { challengeMailings } from './competitions/challenge-mailings.tables.ts';
import { dataExports } from './data-export/data-exports.tables.ts';
import { renderQueue } from './generation/render-queue.tables.ts';
import { localMail, mails, postedMails } from './mail/mail.tables.ts';
import { credentials, leftAddresses } from './members/credentials.tables.ts';
import { postedDigests } from './members/digests.tables.ts';
import { mailLinks } from './members/mail-links.tables.ts';
import { leftPublicNames, publicNames } from './members/public-names.tables.ts';
import { referralMailboxes } from './members/referral-mailboxes.tables.ts';
import { postedReplies, savedFilters } from './messages/messages.tables.ts';
import { operatorCredentials, operatorInvitations, operatorUnlocks } from './operators/operators.tables.ts';
import { stripeCustomers } from './payments/payments.tables.ts';

const declared: readonly DeclaredTable[] = [
  allowanceSweeps,
  allowancesLeft,
  auditFindings,
  audits,
  challengeMailings,
  credentials,
  dataExports,
  leftAddresses,
  leftPublicNames,
  localMail,
  mailLinks,
  mails,
  operatorCredentials,
  operatorInvitations,
  operatorUnlocks,
  postedDigests,
  postedMails,
  postedReplies,
  publicNames,
  referralMailboxes,
  renderQueue,
  savedFilters,
  stripeCustomers,
];
/** Of a library, which has its own statements. */
const UNDECLARED = ['attempts'];

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 1, name: 'declared tables' });
  await migrate(pool, { processes: [...subscriptionTables, ...processTables] });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Every table's columns and key, by its name. */
async function shapesOf(schema: string): Promise<Map<string, unknown>> {
  const { rows } = await pool.query<{ name: string; shape: unknown }>(
    `select relname as name, json_build_object(
       'columns', (select json_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod),
                     nullif(attcollation::regcollation::text, '-'), case when attnotnull then 'not null' end,
                     'default ' || pg_get_expr(adbin, adrelid), 'identity ' || nullif(attidentity::text, '')) order by attnum)
                   from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
                   where attrelid = pg_class.oid and attnum > 0 and not attisdropped),
       'key', (select pg_get_constraintdef(oid) from pg_constraint
               where conrelid = pg_class.oid and contype = 'p')) as shape
     from pg_class where relnamespace = $1::regnamespace and relkind = 'r'`,
    [schema],
  );
  return new Map(rows.map(({ name, shape }) => [name, shape]));
}

/** An installation keeps only how many steps it has run, so a new one comes after all of these. */
const RELEASED_STEPS = 37;

test('keeps every step in the place where installations count it', () => {
  const released = createHash('sha256').update(apiTables.slice(0, RELEASED_STEPS).join('\n')).digest('hex');
  expect(released).toBe('6d8be0743d2eca1a4a2955fbec74a4b1ea57759a051843fe4b34b5105a9300d5');
});

test('every table is declared as the migrations make it', async () => {
  const others = [...(await shapesOf('vault')).keys(), ...UNDECLARED];
  await migrate(pool, { api: apiTables });
  const made = await shapesOf('vault');
  for (const other of others) made.delete(other);

  await withTransaction(pool, async (client) => {
    await client.query('create schema declared; set local search_path to declared');
    for (const statement of declared.flatMap(({ create }) => create)) await client.query(statement);
  });
  expect(await shapesOf('declared')).toEqual(made);
});
