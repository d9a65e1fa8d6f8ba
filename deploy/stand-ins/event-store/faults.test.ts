import { once } from 'node:events';
import { NetworkSwitch } from '@easel/kernel/testing/network-switch';
import {
  DeadlineExceededError,
  NO_STREAM,
  TimeoutError,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterEach, describe, expect, test } from 'vitest';
import { Admin } from './testing/admin.ts';
import { collect, event, events, newStream, type OpenStore, openStore, refusalOf } from './testing/open-store.ts';
import { inOrder } from './testing/in-order.ts';
import { type SwallowedReplies, swallowedReplies } from './testing/swallowed-replies.ts';

// Credentials are dropped without TLS, but with them the client appends plainly.
const PLAIN = { credentials: { username: 'admin', password: 'changeit' } };
const WAYS: [string, object][] = [
  ['batch append', {}],
  ['plain append', PLAIN],
];

const UNKNOWN_OUTCOMES = [UnavailableError, DeadlineExceededError, TimeoutError];

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function open(...args: Parameters<typeof openStore>): Promise<{ store: OpenStore; admin: Admin }> {
  const store = await openStore(...args);
  cleanups.push(() => store.close());
  const admin = await Admin.connect(store.databaseUrl);
  cleanups.push(() => admin.close());
  return { store, admin };
}

/** Repeats the same call while its outcome is unknown, as a client of the store has to. */
async function persistently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!UNKNOWN_OUTCOMES.some((kind) => error instanceof kind)) throw error;
    }
  }
}

/** The revisions of a stream's events, in the order of their positions. */
const revisionsOf = async (admin: Admin, stream: string) =>
  (
    await admin.rows<{ revision: string }>('select revision from store.events where stream = $1 order by position', [
      stream,
    ])
  ).map((row) => Number(row.revision));

describe.each(WAYS)('a commit of unknown outcome (%s)', (_, options) => {
  test('whose backend is killed during COMMIT is not acknowledged, and its repeat gives one event', async () => {
    const { store, admin } = await open();
    const stream = newStream();
    await store.client.appendToStream(stream, event(0), options);
    // A deferred trigger runs within COMMIT: there it waits for a lock that the test holds.
    await admin.rows(`
      create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(42); return null; end $$;
      create constraint trigger wait after insert on store.events deferrable initially deferred
        for each row execute function wait()`);
    await admin.rows('select pg_advisory_lock(42)');

    const batch = events(2);
    const appended = refusalOf(store.client.appendToStream(stream, batch, { expectedRevision: 0n, ...options }));
    const pid = await admin.blockedWriter();
    await admin.rows('select pg_terminate_backend($1)', [pid]);
    expect(await appended).toBeInstanceOf(UnavailableError);
    await admin.rows('select pg_advisory_unlock(42)');

    const again = await persistently(() =>
      store.client.appendToStream(stream, batch, { expectedRevision: 0n, ...options }),
    );
    expect(again.nextExpectedRevision).toBe(2n);
    expect(await revisionsOf(admin, stream)).toEqual([0, 1, 2]);
  });

  test('that was in fact stored is not acknowledged, is shown, and its repeat gives one event', async () => {
    let fault: SwallowedReplies | undefined;
    const { store, admin } = await open({}, async (url) => (fault = await swallowedReplies(url)).url);
    cleanups.push(() => fault?.close() ?? Promise.resolve());
    const stream = newStream();
    const subscription = store.client.subscribeToAll();
    const third = new Promise<void>((resolve) => {
      subscription.on('data', ({ event: recorded }) => {
        if (recorded?.streamId === stream && recorded.revision === 2n) resolve();
      });
      // The lost call may take the client's whole connection along; what matters is asked of a new one then.
      subscription.on('error', () => resolve());
    });
    await store.client.appendToStream(stream, event(0), options);

    fault?.swallowNext();
    const batch = events(2);
    const lost = await refusalOf(store.client.appendToStream(stream, batch, { expectedRevision: 0n, ...options }));
    expect(lost).toBeInstanceOf(UnavailableError);
    const again = await persistently(() =>
      store.client.appendToStream(stream, batch, { expectedRevision: 0n, ...options }),
    );
    expect(again.nextExpectedRevision).toBe(2n);
    expect(await revisionsOf(admin, stream)).toEqual([0, 1, 2]);
    const next = await store.client.appendToStream(stream, event(3), { expectedRevision: 2n, ...options });

    await third;
    const all = (await collect(store.connect().readAll())).slice(1); // behind the store's own event
    expect(all.map((one) => [one.event?.streamId, one.event?.revision])).toEqual(
      [0n, 1n, 2n, 3n].map((revision) => [stream, revision]),
    );
    expect(all.slice(2).map((one) => one.event?.position)).toEqual([again.position, next.position]);
    await subscription.unsubscribe();
  });

  test('does not take appends with it that come at a wrong revision', async () => {
    let fault: SwallowedReplies | undefined;
    const { store } = await open({}, async (url) => (fault = await swallowedReplies(url)).url);
    cleanups.push(() => fault?.close() ?? Promise.resolve());
    const stream = newStream();
    await store.client.appendToStream(stream, event(0), options);
    fault?.swallowNext();
    const attempts = events(5).map((one) =>
      refusalOf(store.client.appendToStream(stream, one, { expectedRevision: 0n, ...options })),
    );
    // Four of them follow from the first, whose outcome nobody knows: none may be called wrong.
    for (const error of await Promise.all(attempts)) expect(error).toBeInstanceOf(UnavailableError);
  });
});

describe('PostgreSQL', () => {
  test('that is gone makes calls unavailable, and they work again when it is back', async () => {
    let door: NetworkSwitch | undefined;
    const { store, admin } = await open({ cacheBytes: 1_000 }, async (url) => {
      const led = await NetworkSwitch.beforeUrl(url);
      door = led.door;
      return led.url;
    });
    cleanups.push(() => door?.shut() ?? Promise.resolve());
    const stream = newStream();
    await store.client.appendToStream(stream, events(10));

    await door?.shut();
    const lost = event(10);
    expect(await refusalOf(store.client.appendToStream(stream, lost))).toBeInstanceOf(UnavailableError);
    expect(await refusalOf(store.client.appendToStream(stream, lost, PLAIN))).toBeInstanceOf(UnavailableError);
    expect(await refusalOf(collect(store.client.readAll()))).toBeInstanceOf(UnavailableError);
    expect(await refusalOf(collect(store.client.readStream(stream)))).toBeInstanceOf(UnavailableError);

    await door?.open();
    await persistently(() => store.client.appendToStream(stream, lost));
    expect(await persistently(() => collect(store.client.readStream(stream)))).toHaveLength(11);
    expect(await revisionsOf(admin, stream)).toHaveLength(11);
  });

  test('that is gone for a moment leaves a live subscription alone', async () => {
    let door: NetworkSwitch | undefined;
    const { store } = await open({}, async (url) => {
      const led = await NetworkSwitch.beforeUrl(url);
      door = led.door;
      return led.url;
    });
    cleanups.push(() => door?.shut() ?? Promise.resolve());
    const [watcher, stream] = [store.connect(), newStream()];
    await store.client.appendToStream(stream, event(0));
    const subscription = watcher.subscribeToAll();
    const seen: number[] = [];
    const both = new Promise<void>((resolve, reject) => {
      subscription.on('data', ({ event: recorded }) => {
        if (recorded?.streamId === stream && seen.push(Number(recorded.revision)) === 2) resolve();
      });
      subscription.on('error', reject);
    });
    await once(subscription, 'caughtUp');
    await door?.shut();
    const lost = event(1);
    await refusalOf(store.client.appendToStream(stream, lost));
    await door?.open();
    await persistently(() => store.client.appendToStream(stream, lost));
    await both;
    expect(seen).toEqual([0, 1]);
    await subscription.unsubscribe();
  });

  test('that does not answer in time makes an append time out, and its repeat gives one event', async () => {
    const { store, admin } = await open({ appendTimeoutMs: 200 });
    const stream = newStream();
    await store.client.appendToStream(stream, event(0));
    await admin.rows('begin');
    await admin.rows('lock table store.events in share mode');
    const [stuck, queued] = [event(1), event(2)];
    const first = refusalOf(store.client.appendToStream(stream, stuck, { expectedRevision: 0n }));
    await admin.blockedWriter();
    const second = refusalOf(store.client.appendToStream(stream, queued, { ...PLAIN, expectedRevision: 1n }));
    expect(await first).toBeInstanceOf(DeadlineExceededError);
    expect(await second).toBeInstanceOf(TimeoutError);
    await admin.rows('rollback');

    // Where the first is still on its way, an awkward store lets the repeat time out as well.
    const again = await persistently(() => store.client.appendToStream(stream, stuck, { expectedRevision: 0n }));
    expect(again.nextExpectedRevision).toBe(1n);
    await persistently(() => store.client.appendToStream(stream, queued, { expectedRevision: 1n }));
    expect(await collect(store.client.readStream(stream))).toHaveLength(3);
  });

  test('honours a deadline that the caller sets', async () => {
    const { store, admin } = await open();
    const stream = newStream();
    await store.client.appendToStream(stream, event(0));
    await admin.rows('begin');
    await admin.rows('lock table store.events in share mode');
    const late = await refusalOf(store.client.appendToStream(stream, event(1), { deadline: 300 }));
    expect(late).toBeInstanceOf(DeadlineExceededError);
    await admin.rows('rollback');
  });
});

test('a server that lost the schema acknowledges nothing until it has it back and knows what came meanwhile', async () => {
  const { store, admin } = await open();
  const stream = newStream();
  await store.client.appendToStream(stream, event(0));
  const [lock] = await admin.rows<{ pid: number; key: string }>(
    `select l.pid, (l.classid::bigint << 32 | l.objid::bigint)::text as key from pg_locks l
      join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and a.datname = current_database() and a.application_name like '% writer'`,
  );
  // Another server would wait in line just so, and get the schema when this one's session ends.
  const successor = await Admin.connect(store.databaseUrl);
  cleanups.push(() => successor.close());
  const taken = successor.rows('select pg_advisory_lock($1::bigint)', [lock?.key]);
  await admin.until(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
  await admin.rows('select pg_terminate_backend($1)', [lock?.pid]);
  await taken;
  await successor.rows(
    `insert into store.events select max(position) + 300, $1, 1, gen_random_uuid(), 'Other', true, 0, '', '{}'
      from store.events`,
    [stream],
  );
  for (const expectedRevision of [0n, 1n]) {
    const error = await refusalOf(store.client.appendToStream(stream, event(1), { expectedRevision }));
    expect(error).toBeInstanceOf(UnavailableError);
  }

  await successor.rows('select pg_advisory_unlock_all()');
  const error = await refusalOf(
    persistently(() => store.client.appendToStream(stream, event(1), { expectedRevision: 0n })),
  );
  expect(error).toBeInstanceOf(WrongExpectedVersionError);
  const appended = await store.client.appendToStream(stream, event(2), { expectedRevision: 1n });
  const stored = (await collect(store.client.readStream(stream))).map((one) => one.event);
  expect(stored.map((one) => one?.type)).toEqual(['Counted', 'Other', 'Counted']);
  expect(stored[2]?.position).toEqual(appended.position);
  const positions = stored.map((one) => one?.position?.commit ?? 0n);
  expect(positions).toEqual(inOrder(positions));
});

test('closing finishes the commit in flight and leaves nobody waiting', async () => {
  const { store, admin } = await open();
  const [first, other] = [newStream(), newStream()];
  await store.client.appendToStream(first, event(0));
  await admin.rows('begin');
  await admin.rows('lock table store.events in share mode');
  const inFlight = store.client.appendToStream(first, event(1), PLAIN);
  await admin.blockedWriter();
  const queued = refusalOf(store.client.appendToStream(other, event(0), { expectedRevision: NO_STREAM }));
  const subscription = store.client.subscribeToAll();
  const ended = new Promise((resolve) => subscription.on('error', resolve));
  await once(subscription, 'caughtUp');
  const closing = store.stop();
  expect(await queued).toBeInstanceOf(UnavailableError);
  await admin.rows('rollback');
  await closing;
  expect((await inFlight).nextExpectedRevision).toBe(1n);
  expect(await ended).toBeInstanceOf(UnavailableError);
  expect(await revisionsOf(admin, first)).toEqual([0, 1]);
});
