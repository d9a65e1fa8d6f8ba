import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CopyIn } from './copy-in.ts';
import { type ProposedEvent, TOMBSTONE } from './event.ts';
import { Rows } from './rows.ts';
import { createTables, statements } from './tables.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(createTables('store'));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const copy = (rows: readonly Rows[], statement = statements('store').copyIn) =>
  client.query(
    new CopyIn(
      statement,
      rows.map(({ bytes }) => bytes),
    ),
  ).done;

const event = (): ProposedEvent => ({
  id: randomUUID(),
  type: 'Counted',
  json: true,
  metadata: Buffer.alloc(0),
  data: Buffer.from('{}'),
});

/** One event, where it is to stand. */
function row(stream: string, revision: number, position: number): Rows {
  const rows = new Rows(stream, [event()]);
  rows.place(0, position, revision, 0n);
  return rows;
}

test('rows come out of the table as they went in, those of several appends in one statement', async () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).filter((text) => !text.includes('\0'));
  const bytes = fc.uint8Array({ maxLength: 5_000 }).map((array) => Buffer.from(array));
  const proposed = fc.record({ id: fc.uuid(), type: name, json: fc.boolean(), metadata: bytes, data: bytes });
  const append = fc.record({
    stream: name,
    events: fc.array(fc.record({ event: proposed, revision: fc.oneof(fc.maxSafeNat(), fc.constant(TOMBSTONE)) }), {
      minLength: 1,
      maxLength: 4,
    }),
  });
  const appends = fc.uniqueArray(append, { selector: ({ stream }) => stream, minLength: 1, maxLength: 3 });
  const created = 17_000_000_000_000_001n;
  await fc.assert(
    fc.asyncProperty(appends, fc.maxSafeNat(), async (several, start) => {
      await client.query('truncate store.events');
      const distinct = several.map(({ stream, events }) => ({
        stream,
        events: [...new Map(events.map((one) => [one.revision, one])).values()],
      }));
      let position = Math.min(start, Number.MAX_SAFE_INTEGER - 100);
      const expected: unknown[] = [];
      const rows = distinct.map(({ stream, events }) => {
        const own = new Rows(
          stream,
          events.map((one) => one.event),
        );
        for (const [index, one] of events.entries()) {
          own.place(index, (position += 1), one.revision, created);
          expected.push({
            ...one.event,
            stream,
            position: String(position),
            revision: String(one.revision),
            created: String(created),
          });
        }
        return own;
      });
      await copy(rows);
      expect((await client.query('select * from store.events order by position')).rows).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test('what is refused stores nothing, and the connection serves on', async () => {
  await client.query('truncate store.events');
  await copy([row('s', 0, 100)]);
  await expect(copy([row('s', 1, 200), row('s', 0, 300)])).rejects.toThrow('events_stream_revision');
  await expect(copy([row('s', 1, 200)], 'copy missing from stdin (format binary)')).rejects.toThrow('missing');
  await copy([row('s', 1, 400)]);
  const { rows } = await client.query<{ position: string }>('select position from store.events order by position');
  expect(rows.map(({ position }) => position)).toEqual(['100', '400']);
});

test('a connection that breaks tells those who wait', async () => {
  const broken = new pg.Client({ connectionString: database.url });
  broken.on('error', () => undefined);
  await broken.connect();
  const { rows } = await broken.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('begin; lock table store.events in share mode');
  const copying = broken.query(new CopyIn(statements('store').copyIn, [row('t', 0, 500).bytes]));
  const [outcome] = await Promise.allSettled([
    copying.done,
    client.query('select pg_terminate_backend($1)', [rows[0]?.pid]),
  ]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
  await client.query('rollback');
  await broken.end();
});
