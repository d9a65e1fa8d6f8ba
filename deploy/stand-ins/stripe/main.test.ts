import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ChildPrograms } from '../testing/child-programs.ts';
import { clientOf, type Endpoint, openEndpoint, SECRET_KEY, topUp, WEBHOOK_SECRET } from './testing/open-stand-in.ts';

// The process itself, from its sources: Node runs them as they stand.

let database: TestDatabase;
let endpoint: Endpoint;
const programs = new ChildPrograms(new URL('./main.ts', import.meta.url));
const run = programs.run.bind(programs);
beforeAll(async () => {
  database = await createTestDatabase();
  endpoint = await openEndpoint();
});
afterEach(() => programs.killAll());
afterAll(async () => {
  await endpoint.close();
  await database.drop();
});

const configured = () => ({
  STRIPE_STANDIN_DATABASE_URL: database.url,
  STRIPE_STANDIN_PORT: '0',
  STRIPE_STANDIN_SECRET_KEY: SECRET_KEY,
  STRIPE_STANDIN_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_STANDIN_WEBHOOK_URL: endpoint.url,
  STRIPE_STANDIN_RETRY_FIRST_MS: '5',
  STRIPE_STANDIN_LOG_LEVEL: 'info',
});

async function start(env: Record<string, string> = {}) {
  const child = run({ ...configured(), ...env });
  const lines = createInterface({ input: child.stdout });
  const log = text(child.stderr);
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as unknown);
  const [line] = (await Promise.race([once(lines, 'line'), ended.then(async () => [await log])])) as [string];
  const ready = JSON.parse(line) as { ready: boolean; port: number };
  expect(ready).toEqual({ ready: true, port: expect.any(Number) });
  return { child, stripe: clientOf(ready.port), url: `http://127.0.0.1:${ready.port}`, ended, log };
}

test('what is paid outlives SIGKILL, and is told of afterwards', async () => {
  const first = await start();
  // The endpoint takes nothing while the first one lives.
  endpoint.answers.push(...Array.from({ length: 1_000 }, () => 500));
  const session = await first.stripe.checkout.sessions.create(topUp, { idempotencyKey: 'kept' });
  const card = '4242424242424242';
  await fetch(session.url ?? '', { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
  await endpoint.count(2);
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const log = await first.log;
  expect(log).toContain('an event was not taken');
  expect(log).not.toContain(card);
  endpoint.answers.length = 0;
  endpoint.events.length = 0;

  const { stripe } = await start();
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
  expect((await stripe.checkout.sessions.create(topUp, { idempotencyKey: 'kept' })).id).toBe(session.id);
  expect((await endpoint.first('checkout.session.completed')).data.object).toMatchObject({ id: session.id });
});

test('SIGTERM stops it', async () => {
  const { child, ended } = await start();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('ends with its parent where it is told to', async () => {
  const { child, ended } = await start({ EASEL_EXIT_WITH_PARENT: '1' });
  child.stdin.end();
  expect(await ended).toBe(0);
});

test.each([
  ['STRIPE_STANDIN_DATABASE_URL', 'nowhere'],
  ['STRIPE_STANDIN_PORT', 'http'],
  ['STRIPE_STANDIN_SECRET_KEY', 'sk_live_secret'],
  ['STRIPE_STANDIN_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_STANDIN_WEBHOOK_URL', 'file:///etc/passwd'],
])('names what is wrong: %s', async (name, value) => {
  const child = run({ ...configured(), [name]: value });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said).toContain(name);
  expect(said).not.toContain(value);
});

test('explains itself', async () => {
  const child = run({}, '--help');
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  expect(said).toContain('STRIPE_STANDIN_DATABASE_URL');
});
