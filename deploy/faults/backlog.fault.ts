import { randomUUID } from 'node:crypto';
import { catalogue } from '@easel/contracts/catalogue';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { People } from './harness/people.ts';
import { residentMib } from './harness/processes.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';

const EVENTS = 1_000_000;
const AN_APPEND = 1_000;
const APPENDS_AT_ONCE = 4;
/** Of the event store: its two caches, and the client's and Node's own needs. */
const STORE_MIB = 600;
/** Of the process that reads: two batches, one being written. */
const READER_MIB = 700;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.remove());

test('21: a backlog of a million goes through a subscription, and a reader that stands still costs nothing', async () => {
  const people = new People(product);
  const member = await people.register();
  const appendedMs = await timed(() => append(member.id));

  // The reader begins anew, before it: all of it is a backlog.
  await product.stop();
  await product.start();
  await Records.of(product, (records) =>
    records.rows(`delete from read_operations.projections where name = 'dashboard'`),
  );
  await product.stop();

  const standing = { store: 0, reader: 0 };
  await product.start();
  const [store, reader] = [product.partPid('eventStore'), product.pid];
  const watch = setInterval(() => {
    standing.store = Math.max(standing.store, residentMib(store));
    standing.reader = Math.max(standing.reader, residentMib(reader));
  }, 50);
  const idle = new EventStoreDBClient({ endpoint: endpointOf(product) }, { insecure: true });
  try {
    // Begins, and never takes what it is sent.
    const slow = idle.subscribeToAll({ fromPosition: START }, { highWaterMark: 1 });
    slow.on('error', () => undefined);
    const caughtUpMs = await timed(async () => {
      await people.http.eventually(dashboardHttp.overview.path, { token: member.token }, ({ status, body }) => {
        if (status !== 200) return undefined;
        const { totalDownloads } = dashboardHttp.overview.reply.parse(body).dashboard.overview;
        return totalDownloads === EVENTS ? true : undefined;
      });
    });
    tell('a backlog of a million', {
      appendedMs,
      caughtUpMs,
      eventsPerSecond: Math.round((EVENTS * 1000) / caughtUpMs),
      storeMib: Math.round(standing.store),
      readerMib: Math.round(standing.reader),
    });
    await slow.unsubscribe();
  } finally {
    clearInterval(watch);
    await idle.dispose();
  }
  expect(standing.store).toBeLessThan(STORE_MIB);
  expect(standing.reader).toBeLessThan(READER_MIB);
  await expectReplayAgrees(product);
}, 900_000);

async function append(memberId: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(product.endpoints().eventStoreUrl);
  const { version } = catalogue.ActivityTracked;
  const at = new Date().toISOString();
  const metadata = { $correlationId: 'backlog', actor: { kind: 'system', id: 'test' }, schemaVersion: version };
  let left = EVENTS;
  const writer = async (number: number): Promise<void> => {
    while (left > 0) {
      left -= AN_APPEND;
      const events = Array.from({ length: AN_APPEND }, () =>
        jsonEvent({
          id: randomUUID(),
          type: 'ActivityTracked',
          data: { memberId, eventType: 'image_download', generationId: randomUUID(), at },
          metadata,
        }),
      );
      await client.appendToStream(`activity-backlog-${number}`, events);
    }
  };
  try {
    await Promise.all(Array.from({ length: APPENDS_AT_ONCE }, (_, number) => writer(number)));
  } finally {
    await client.dispose();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return Math.round(performance.now() - begun);
}

const endpointOf = (running: Product): { address: string; port: number } => {
  const { port } = new URL(running.endpoints().eventStoreUrl.replace('esdb:', 'http:'));
  return { address: '127.0.0.1', port: Number(port) };
};
