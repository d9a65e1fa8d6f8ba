// spec: faults F6, F7
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { membersHttp } from '@easel/contracts/members/http';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { Load } from './harness/load.ts';
import { People } from './harness/people.ts';
import { signalAll } from './harness/processes.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

/** After PostgreSQL takes calls again, the product must within this time. */
const BACK_WITHIN_MS = 5_000;

let product: Product;
let people: People;
/** As the product's members see it from outside. */
let databaseUrl: string;

beforeAll(async () => {
  product = await startProduct();
  people = new People(product);
  ({ databaseUrl } = product.endpoints());
});
afterAll(() => product?.remove());

test('6: PostgreSQL is killed three times under load: what was acknowledged stays, the process lives', async () => {
  const load = await Load.start(people, { members: 4 });
  for (let kill = 0; kill < 3; kill++) {
    await load.served(3);
    signalAll(product.postgres(), 'SIGKILL');
    const backMs = await measureReturn();
    tell('PostgreSQL killed', { kill: kill + 1, backMs });
    expect(backMs).toBeLessThan(BACK_WITHIN_MS);
  }
  await load.served(3);
  const { seen } = await load.stop();
  tell('answers under load', seen);
  expect(product.deaths).toBe(0);
  expect(Object.keys(seen).filter((status) => !['200', '202', '503'].includes(status))).toEqual([]);
  await audit(product, people);
  await expectReplayAgrees(product);
}, 180_000);

test('7: PostgreSQL is away for 60 s: 503 with a time to wait, the process lives, and all catches up', async () => {
  const member = people.members[0]!;
  const conf = join(product.dataDir, 'postgres', 'postgresql.conf');
  const sound = readFileSync(conf, 'utf8');
  appendFileSync(conf, '\nno_such_setting = on\n'); // so that no restart comes up
  signalAll(product.postgres(), 'SIGKILL');
  const begun = performance.now();
  const slowest = await answersWhileAway(begun + 60_000, member.token);
  expect(product.deaths).toBe(0);
  writeFileSync(conf, sound);
  const backMs = await measureReturn();
  tell('PostgreSQL away for 60 s', { slowestAnswerMs: slowest, backMs });
  expect(backMs).toBeLessThan(BACK_WITHIN_MS);
  const outcome = await people.generate(member);
  expect(outcome.kind).toBe('completed');
  await audit(product, people);
}, 240_000);

test('7: PostgreSQL is frozen for 60 s: calls end, the process lives, and all catches up', async () => {
  const member = people.members[0]!;
  const frozen = product.postgres();
  signalAll(frozen, 'SIGSTOP');
  const begun = performance.now();
  try {
    const slowest = await answersWhileAway(begun + 60_000, member.token);
    tell('PostgreSQL frozen for 60 s', { slowestAnswerMs: slowest });
  } finally {
    signalAll(frozen, 'SIGCONT');
  }
  expect(product.deaths).toBe(0);
  const backMs = await measureReturn();
  tell('PostgreSQL thawed', { backMs });
  expect(backMs).toBeLessThan(BACK_WITHIN_MS);
  const outcome = await people.generate(member);
  expect(outcome.kind).toBe('completed');
  await audit(product, people);
  await expectReplayAgrees(product);
}, 240_000);

/**
 * Calls until then; every answer is 503 with Retry-After, and the process says that it lives. Gives the slowest
 * answer's time.
 */
async function answersWhileAway(end: number, token: string): Promise<number> {
  let slowestMs = 0;
  let answers = 0;
  while (performance.now() < end) {
    const begun = performance.now();
    const [live, reply] = await Promise.all([
      people.http.once('GET', '/health/live', { timeoutMs: 2_000 }),
      people.http.once('GET', membersHttp.me.path, { token, timeoutMs: 60_000 }),
    ]);
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    expect(live.status).toBe(200);
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    answers += 1;
    await sleep(250);
  }
  expect(answers).toBeGreaterThan(0);
  return Math.round(slowestMs);
}

/** From the moment PostgreSQL serves statements again until a member is registered. */
async function measureReturn(): Promise<number> {
  await until(serves, { deadlineMs: 60_000 });
  const begun = performance.now();
  await until(async () => {
    const { status } = await people.http.once('GET', membersHttp.me.path, {
      token: people.members[0]!.token,
      timeoutMs: 2_000,
    });
    return status === 200;
  });
  return Math.round(performance.now() - begun);
}

async function serves(): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 500, query_timeout: 500 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
