// spec: faults F8, F9, F24, F37, F38
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountHttp } from '@easel/contracts/account/http';
import { telemetryFacts } from '@easel/contracts/telemetry/events';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signal } from '../local/process-table.ts';
import { audit } from './harness/audit.ts';
import { Load } from './harness/load.ts';
import { People } from './harness/people.ts';
import { operator, startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';

/**
 * The slowest answer to a command while the store is frozen: a deadline of the command, and one of the append in it.
 */
const ANSWERED_WITHIN_MS = 15_000;

let product: Product;
let people: People;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
});
afterAll(() => product?.remove());

test('8, 37: the event store is killed five times under load: each event is there once', async () => {
  const load = await Load.start(people, { members: 4 });
  for (let kill = 0; kill < 5; kill++) {
    await load.served(2);
    const pid = product.partPid('eventStore');
    signal(pid, 'SIGKILL');
    await product.ready();
    expect(product.partPid('eventStore')).not.toBe(pid);
  }
  await load.served(2);
  const { seen, longestPauseMs } = await load.stop();
  tell('event store killed five times, answers', { ...seen, longestPauseMs });
  expect(product.deaths).toBe(0);
  expect(Object.keys(seen).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  await audit(product, people);
  await expectReplayAgrees(product);
}, 240_000);

test('9: the event store is frozen: calls end with 503 in time, and the same key then gives one event', async () => {
  const login = await people.http.call('POST', operatorsHttp.login.path, { body: operator });
  const { token } = operatorsHttp.login.reply.parse(login.body);
  const member = people.members[0]!;
  const path = accountHttp.grant.path.replace(':id', member.id);
  const keys = Array.from({ length: 5 }, () => randomUUID());
  const grant = (key: string) =>
    people.http.once('POST', path, { token, key, body: { amount: 1, reason: `frozen ${key}` }, timeoutMs: 120_000 });
  const pid = product.partPid('eventStore');
  signal(pid, 'SIGSTOP');
  try {
    const answers = await Promise.all(
      keys.map(async (key) => {
        const begun = performance.now();
        const { status, headers } = await grant(key);
        return { status, retryAfter: Number(headers.get('retry-after')), ms: Math.round(performance.now() - begun) };
      }),
    );
    tell('event store frozen, answers', { answers });
    for (const { status, retryAfter, ms } of answers) {
      expect([status, retryAfter > 0, ms < ANSWERED_WITHIN_MS]).toEqual([503, true, true]);
    }
  } finally {
    signal(pid, 'SIGCONT');
  }
  await product.ready();
  for (const key of keys)
    expect(
      (await people.http.call('POST', path, { token, key, body: { amount: 1, reason: `frozen ${key}` } })).status,
    ).toBe(200);
  const granted = await Records.of(
    product,
    async (records) => (await records.streams()).get(`account-${member.id}`) ?? [],
  );
  for (const key of keys) expect(granted.filter(({ data }) => data['note'] === `frozen ${key}`)).toHaveLength(1);
  await audit(product, people);
}, 240_000);

test('38: the event store is stopped for 20 s and continued, amid orders without pause: each event is there once', async () => {
  const load = await Load.start(people, { members: 4 });
  const pid = product.partPid('eventStore');
  const { repeats } = people.http;
  await load.served(2);
  signal(pid, 'SIGSTOP');
  try {
    await sleep(20_000);
  } finally {
    signal(pid, 'SIGCONT');
  }
  await load.served(4);
  const { seen, longestPauseMs } = await load.stop();
  tell('event store stopped for 20 s', { seen, repeats: people.http.repeats - repeats, longestPauseMs });
  expect([product.deaths, product.partPid('eventStore')]).toEqual([0, pid]);
  expect(Object.keys(seen).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  await audit(product, people);
  await expectReplayAgrees(product);
}, 240_000);

test('24: what ten writers commit at once is what a projection applies', async () => {
  const WRITERS = 10;
  const EACH = 300;
  const member = await people.register();
  const { eventStoreUrl } = product.endpoints();
  const at = new Date().toISOString();
  const clients = Array.from({ length: WRITERS }, () => EventStoreDBClient.connectionString(eventStoreUrl));
  const committed = await Promise.all(
    clients.map(async (client, writer) => {
      const ids: string[] = [];
      for (let written = 0; written < EACH; written++) {
        const event = jsonEvent({
          id: randomUUID(),
          type: 'ActivityTracked',
          data: { memberId: member.id, eventType: 'image_download', generationId: randomUUID(), at },
          metadata: { $correlationId: 'ten writers', actor: { kind: 'system', id: 'test' }, schemaVersion: version },
        });
        // Half of them into one stream that all write to, half into streams of their own.
        await client.appendToStream(
          written % 2 === 0 ? `activity-${at.slice(0, 10)}` : `activity-writer-${writer}`,
          event,
        );
        ids.push(event.id);
      }
      return ids;
    }),
  );
  // All at the end: to close one fails whatever any other of this process still waits for.
  for (const client of clients) await client.dispose();
  const begun = performance.now();
  await people.http.eventually(dashboardHttp.overview.path, { token: member.token }, ({ body }) => {
    const { totalDownloads } = dashboardHttp.overview.reply.parse(body).dashboard.overview;
    if (totalDownloads > WRITERS * EACH) throw new Error(`${totalDownloads} were applied`);
    return totalDownloads === WRITERS * EACH ? true : undefined;
  });
  tell('ten writers', { events: WRITERS * EACH, appliedAfterMs: Math.round(performance.now() - begun) });
  const stored = await Records.of(product, async (records) => {
    const found = new Set<string>();
    for await (const { id, type } of records.events()) if (type === 'ActivityTracked') found.add(id);
    return found;
  });
  expect(committed.flat().filter((id) => !stored.has(id))).toEqual([]);
  await audit(product, people);
  await expectReplayAgrees(product);
}, 180_000);

const { version } = telemetryFacts.ActivityTracked;
