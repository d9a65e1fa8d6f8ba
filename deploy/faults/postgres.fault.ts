// spec: faults F6, F7, F51
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { eventsHttp } from '@easel/contracts/events/http';
import { favoritesHttp } from '@easel/contracts/favorites/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import { membersHttp } from '@easel/contracts/members/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { VISIT_BEGUN } from '@easel/contracts/telemetry/policy';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import type { Call } from './harness/client.ts';
import { Load } from './harness/load.ts';
import { People } from './harness/people.ts';
import { signalAll } from './harness/processes.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';

/** After PostgreSQL takes calls again, the product must within this time. */
const BACK_WITHIN_MS = 5_000;
/** Twice the time that a request has for the database, and more: the machine may be crowded. */
const ANSWERED_WITHIN_MS = 12_000;

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
    expect(slowest).toBeLessThan(ANSWERED_WITHIN_MS);
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

test('51: PostgreSQL hangs: calls of every kind answer 503 within seconds, and succeed once it goes on', async () => {
  const member = await people.register();
  const { token } = member;
  const operator = await people.operator();
  const picture = await people.generate(member);
  const generationId = 'generationId' in picture ? (picture.generationId ?? '') : '';
  const toggle = favoritesHttp.toggle.path.replace(':generationId', generationId);
  const events = [{ event_type: VISIT_BEGUN, event_data: { landing: '/', referrerHost: null } }];
  const calls: Record<string, readonly [method: string, path: string, call: Call]> = {
    session: ['GET', membersHttp.me.path, { token }],
    query: ['GET', dashboardHttp.overview.path, { token }],
    'own pictures': ['GET', generationHttp.list.path, { token }],
    'public pictures': ['GET', galleryHttp.public.path, {}],
    statement: ['GET', ledgerHttp.statement.path, { token }],
    command: ['POST', toggle, { token, key: randomUUID(), body: {} }],
    'sign-in': ['POST', membersHttp.login.path, { body: { email: member.email, password: member.password } }],
    telemetry: ['POST', telemetryHttp.track.path, { token, body: { events } }],
    'image by cookie': ['GET', '/api/images/auth/nobody.png', { headers: { cookie: member.imageCookie } }],
    'console session': ['GET', operatorsHttp.me.path, { token: operator }],
    'console query': ['GET', eventsHttp.list.path, { token: operator }],
    'slow query': ['GET', telemetryHttp.performance.path, { token }],
  };
  const answersOf = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(calls).map(async ([name, [method, path, call]]) => {
          const begun = performance.now();
          const { status, headers } = await people.http.once(method, path, { ...call, timeoutMs: 120_000 });
          const retryAfter = Number(headers.get('retry-after') ?? 0);
          return [name, { status, retryAfter, ms: Math.round(performance.now() - begun) }] as const;
        }),
      ),
    );

  const frozen = product.postgres();
  signalAll(frozen, 'SIGSTOP');
  try {
    // First on connections that were open before, then on those that would have to be opened.
    for (const connections of ['open before', 'new']) {
      const answers = await answersOf();
      tell('PostgreSQL frozen, calls of every kind', { connections, answers });
      for (const [name, { status, retryAfter, ms }] of Object.entries(answers)) {
        expect([name, status, retryAfter > 0, ms < ANSWERED_WITHIN_MS]).toEqual([name, 503, true, true]);
      }
    }
  } finally {
    signalAll(frozen, 'SIGCONT');
  }
  await product.ready();
  for (const [method, path, call] of Object.values(calls)) {
    const { status } = await people.http.call(method, path, call);
    expect([path, status]).toEqual([path, path.includes('nobody') ? 404 : status === 202 ? 202 : 200]);
  }
  expect(product.deaths).toBe(0);
  await audit(product, people);
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
