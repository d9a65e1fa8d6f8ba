import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { UnderWay } from './under-way.ts';

let database: TestDatabase;
let underWay: UnderWay;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  underWay = new UnderWay();
  underWay.observe();
});
afterEach(() => underWay.end());

test.each([{ pipeline: false }, { pipeline: true }])(
  'a query is under way until it is answered: %j',
  async (options) => {
    const client = new pg.Client({ connectionString: database.url, ...options });
    await client.connect();
    const answers = [client.query('select 1'), client.query('select pg_sleep(0.05)')];
    expect(underWay.isNothing).toBe(false);
    await answers[0];
    expect(underWay.isNothing).toBe(false);
    await answers[1];
    await expect.poll(() => underWay.isNothing).toBe(true);
    await expect(client.query('select nothing')).rejects.toThrow('nothing');
    await expect.poll(() => underWay.isNothing).toBe(true);
    await client.end();
  },
);

test('a request is under way until the server answers', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answered = fetch(`http://127.0.0.1:${port}/`);
  const [, response] = (await once(server, 'request')) as [unknown, { end(): void }];
  expect(underWay.isNothing).toBe(false);
  response.end();
  await (await answered).text();
  expect(underWay.isNothing).toBe(true);
  server.close();
});

test('a job is under way until its promise is settled', async () => {
  const job = Promise.withResolvers<void>();
  const done = underWay.during(() => job.promise);
  expect(underWay.isNothing).toBe(false);
  job.reject(new Error('failed'));
  await expect(done).rejects.toThrow('failed');
  expect(underWay.isNothing).toBe(true);
});
