// spec: faults F21
import { randomUUID } from 'node:crypto';
import { telemetryFacts } from '@easel/contracts/telemetry/events';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signal } from '../local/process-table.ts';
import { People } from './harness/people.ts';
import { residentMib } from './harness/processes.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

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

test('21: a million events pile up behind a reader that stands still, and go through it when it goes on', async () => {
  const people = new People(product);
  const member = await people.register();
  const [store, reader] = [product.partPid('eventStore'), product.pid];
  const most = { store: 0, reader: 0 };
  const watch = setInterval(() => {
    most.store = Math.max(most.store, residentMib(store));
    most.reader = Math.max(most.reader, residentMib(reader));
  }, 50);
  try {
    signal(reader, 'SIGSTOP');
    const appendedMs = await timed(() => append(member.id)).finally(() => signal(reader, 'SIGCONT'));
    const caughtUpMs = await timed(() =>
      until(
        async () => {
          const reply = await people.http.call('GET', dashboardHttp.overview.path, { token: member.token });
          const { totalDownloads } = dashboardHttp.overview.reply.parse(reply.body).dashboard.overview;
          if (totalDownloads > EVENTS) throw new Error(`${totalDownloads} were applied`);
          return totalDownloads === EVENTS;
        },
        { deadlineMs: 300_000 },
      ),
    );
    tell('a backlog of a million', {
      appendedMs,
      caughtUpMs,
      eventsPerSecond: Math.round((EVENTS * 1000) / caughtUpMs),
      storeMib: Math.round(most.store),
      readerMib: Math.round(most.reader),
    });
  } finally {
    clearInterval(watch);
  }
  expect([store, reader]).toEqual([product.partPid('eventStore'), product.pid]);
  expect(most.store).toBeLessThan(STORE_MIB);
  expect(most.reader).toBeLessThan(READER_MIB);
  await expectReplayAgrees(product);
}, 900_000);

async function append(memberId: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(product.endpoints().eventStoreUrl);
  const { version } = telemetryFacts.ActivityTracked;
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
