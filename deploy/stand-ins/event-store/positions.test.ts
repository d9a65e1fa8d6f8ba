import {
  type AllStreamResolvedEvent,
  ANY,
  BACKWARDS,
  END,
  excludeSystemEvents,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin } from './testing/admin.ts';
import { collect, event, events, newStream, type OpenStore, openStore } from './testing/open-store.ts';
import { take } from './testing/take.ts';

let store: OpenStore;
let admin: Admin;
beforeAll(async () => {
  store = await openStore({ cacheBytes: 50_000 });
  admin = await Admin.connect(store.databaseUrl);
});
afterAll(async () => {
  await admin.close();
  await store.close();
});

// Credentials are dropped without TLS, but with them the client appends plainly.
const PLAIN = { credentials: { username: 'admin', password: 'changeit' } };

/** What one writer does next: how many events, to which of a few streams, knowing its revision or not. */
const step = fc.record({ count: fc.integer({ min: 1, max: 5 }), stream: fc.nat(3), exact: fc.boolean() });
const writers = fc.array(fc.array(step, { minLength: 1, maxLength: 15 }), { minLength: 10, maxLength: 10 });

type Step = { count: number; stream: number; exact: boolean };

/** Appends step by step; answers the ids that were acknowledged. */
async function write(steps: readonly Step[], streams: readonly string[], plain: boolean): Promise<string[]> {
  const { client } = store;
  const acknowledged: string[] = [];
  const options = plain ? PLAIN : {};
  const revisions = new Map<string, bigint>();
  for (const { count, stream: index, exact } of steps) {
    const stream = streams[index] ?? '';
    const batch = events(count);
    try {
      const expectedRevision = exact ? (revisions.get(stream) ?? 'no_stream') : ANY;
      const { nextExpectedRevision } = await client.appendToStream(stream, batch, { expectedRevision, ...options });
      revisions.set(stream, nextExpectedRevision);
      acknowledged.push(...batch.map((one) => one.id));
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
      if (typeof error.actualVersion === 'bigint') revisions.set(stream, error.actualVersion);
    }
  }
  return acknowledged;
}

interface Row {
  position: string;
  stream: string;
  revision: string;
  id: string;
}

/** Without the event that the store itself begins with. */
const rowsInOrder = () =>
  admin.rows<Row>(
    `select position, stream, revision, id from store.events where not starts_with(stream, '$') order by position`,
  );

test('ten writers at once: what is applied is what was committed, none left out, in one order', async () => {
  const subscription = store.client.subscribeToAll({ filter: excludeSystemEvents() });
  const applied: AllStreamResolvedEvent[] = [];
  let arrived: () => void = () => undefined;
  subscription.on('data', (resolved) => {
    applied.push(resolved);
    arrived();
  });
  const appliedUpTo = (count: number) =>
    new Promise<void>((resolve) => {
      arrived = () => applied.length >= count && resolve();
      arrived();
    });

  const acknowledged: string[] = [];
  await fc.assert(
    fc.asyncProperty(writers, async (plans) => {
      const streams = Array.from({ length: 4 }, () => newStream());
      const written = await Promise.all(plans.map((steps, index) => write(steps, streams, index % 2 === 0)));
      acknowledged.push(...written.flat());
      await appliedUpTo(acknowledged.length);

      const rows = await rowsInOrder();
      expect(new Set(rows.map((row) => row.id))).toEqual(new Set(acknowledged));
      expect(rows).toHaveLength(acknowledged.length);
      expect(applied.map(({ event }) => [event?.position.commit.toString(), event?.id])).toEqual(
        rows.map((row) => [row.position, row.id]),
      );
      for (const stream of streams) {
        const revisions = rows.filter((row) => row.stream === stream).map((row) => Number(row.revision));
        expect(revisions).toEqual(revisions.map((_, index) => index));
      }
    }),
    { numRuns: 8 },
  );
  await subscription.unsubscribe();
});

test('ten writers while the writing session is killed again and again: nothing acknowledged is missing', async () => {
  const before = (await rowsInOrder()).length;
  let writing = true;
  const killing = (async () => {
    while (writing) {
      const { pid } = await admin.until<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name like '% writer'`,
      );
      await admin.rows('select pg_terminate_backend($1)', [pid]);
      await admin.until('select 1 where not exists (select 1 from pg_stat_activity where pid = $1)', [pid]);
      // Let something be written before it is killed again.
      const [head] = await admin.rows<{ head: string }>('select max(position) as head from store.events');
      await admin.until('select 1 from store.events where position > $1 or $2', [head?.head ?? 0, !writing]);
    }
  })();

  const acknowledged = new Map<string, number>();
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const stream = newStream();
      for (let revision = -1; revision < 29; revision += 1) {
        const [one] = events(1);
        if (!one) continue;
        const expectedRevision = revision < 0 ? ('no_stream' as const) : BigInt(revision);
        for (let stored = false; !stored;) {
          try {
            const { nextExpectedRevision } = await store.client.appendToStream(stream, one, {
              expectedRevision,
              ...PLAIN,
            });
            expect(nextExpectedRevision).toBe(BigInt(revision + 1));
            stored = true;
          } catch (error) {
            if (!(error instanceof UnavailableError)) throw error;
          }
        }
        acknowledged.set(one.id, revision + 1);
      }
    }),
  );
  writing = false;
  // The killer waits for one more, whose writer it may have killed just now.
  const oneMore = (): Promise<boolean> =>
    store.client.appendToStream(newStream(), events(1), PLAIN).then(
      () => true,
      () => false,
    );
  while (!(await oneMore()));
  await killing;

  const rows = await rowsInOrder();
  const stored = new Map(rows.slice(before).map((row) => [row.id, Number(row.revision)]));
  for (const [id, revision] of acknowledged) expect(stored.get(id)).toBe(revision);
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
}, 120_000);

test('a log whose positions were given out one by one is read and goes on, with gaps from there', async () => {
  const dense = await openStore();
  const session = await Admin.connect(dense.databaseUrl);
  await dense.stop();
  await session.rows('update store.events set position = 1');
  await session.rows(`insert into store.events
    select n + 2, 'dense', n, gen_random_uuid(), 'Counted', true, 0, '', '{}' from generate_series(0, 9) n`);
  await dense.restart();

  const { position } = await dense.client.appendToStream('dense', event(10), { expectedRevision: 9n });
  expect(position?.commit).toBeGreaterThan(100n);
  const last = position?.commit ?? 0n;
  const ascending = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 11n, last];
  for (const forget of [() => Promise.resolve(), () => dense.restart()]) {
    await forget();
    const { client } = dense;
    await collect(client.readAll({ maxCount: 1 })).catch(() => undefined); // the old connection may be found broken
    const positions = async (options: Parameters<typeof client.readAll>[0]) =>
      (await collect(client.readAll(options))).map((one) => one.event?.position.commit);
    expect(await positions({})).toEqual(ascending);
    expect(await positions({ direction: BACKWARDS, fromPosition: END })).toEqual(ascending.toReversed());
    const subscription = client.subscribeToAll({ fromPosition: { commit: 11n, prepare: 11n } });
    expect((await take(subscription, 1)).map((one) => one.event?.position.commit)).toEqual([last]);
    await subscription.unsubscribe();
  }
  await session.close();
  await dense.close();
});
