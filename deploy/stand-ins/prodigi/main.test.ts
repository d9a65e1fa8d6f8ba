import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@easel/kernel/testing/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ChildPrograms } from '../testing/child-programs.ts';

// The process itself, from its sources.

const KEY = 'a-key-of-prodigi';
let database: TestDatabase;
const programs = new ChildPrograms(new URL('./main.ts', import.meta.url));
const run = programs.run.bind(programs);
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => programs.killAll());
afterAll(() => database.drop());

const configured = () => ({
  PRODIGI_STANDIN_DATABASE_URL: database.url,
  PRODIGI_STANDIN_PORT: '0',
  PRODIGI_STANDIN_KEY: KEY,
});

async function start() {
  const child = run(configured());
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as unknown);
  const [line] = (await once(lines, 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return { child, ended, url: `http://127.0.0.1:${port}/v4.0/orders` };
}

const body = {
  shippingMethod: 'Standard',
  idempotencyKey: 'kept',
  recipient: {
    name: 'Ada Byron',
    address: { line1: '1 St James Sq', townOrCity: 'London', postalOrZipCode: 'SW1Y 4LB', countryCode: 'GB' },
  },
  items: [
    {
      sku: 'GLOBAL-MUG-11OZ',
      copies: 1,
      sizing: 'fillPrintArea',
      assets: [{ printArea: 'default', url: 'http://127.0.0.1:1/mug.png' }],
    },
  ],
};
async function create(url: string): Promise<{ outcome: string; order: { id: string } }> {
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await reply.json()) as { outcome: string; order: { id: string } };
}

test('an order outlives SIGKILL, and SIGTERM and the end of standard input stop it', async () => {
  const first = await start();
  const { outcome, order } = await create(first.url);
  expect(outcome).toBe('Created');
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');
  const second = await start();
  expect(await create(second.url)).toMatchObject({ outcome: 'AlreadyExists', order: { id: order.id } });
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

test.each([
  ['PRODIGI_STANDIN_DATABASE_URL', 'nowhere'],
  ['PRODIGI_STANDIN_KEY', 'short'],
  ['PRODIGI_STANDIN_STEP_MS', 'slow'],
])('names what is wrong: %s', async (name, value) => {
  const child = run({ ...configured(), [name]: value });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(said).toContain(name);
  expect(said).not.toContain(`"${value}"`);
});

test('explains itself', async () => {
  const child = run({}, '--help');
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  expect(said).toContain('PRODIGI_STANDIN_STEP_MS');
});
