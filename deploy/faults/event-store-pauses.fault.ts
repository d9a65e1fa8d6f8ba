// spec: faults F37, F38
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signal } from '../local/process-table.ts';
import { audit } from './harness/audit.ts';
import { Load } from './harness/load.ts';
import { People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { tell } from './harness/tell.ts';

/** Shorter than a command is given: a longer one is a fault of its own (`event-store.fault.ts`). */
const STOPPED_MS = 2_500;

let product: Product;
let people: People;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
});
afterAll(() => product?.remove());

test('37, 38: amid orders the event store is stopped for a moment, then killed: 503 at worst, and each event is there once', async () => {
  const load = await Load.start(people, { members: 3 });
  await load.served(2);
  const pid = product.partPid('eventStore');
  signal(pid, 'SIGSTOP');
  try {
    await sleep(STOPPED_MS);
  } finally {
    signal(pid, 'SIGCONT');
  }
  await load.served(3);
  signal(pid, 'SIGKILL');
  await product.ready();
  expect(product.partPid('eventStore')).not.toBe(pid);
  await load.served(3);
  const { seen, longestPauseMs } = await load.stop();
  tell('event store stopped and killed', { seen, repeats: people.http.repeats, longestPauseMs });
  expect(Object.keys(seen).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  expect(product.deaths).toBe(0);
  await audit(product, people);
}, 120_000);
