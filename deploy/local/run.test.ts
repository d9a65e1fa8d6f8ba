import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPostmasterOf, readPostmaster } from './postmaster.ts';
import { goneWithin, processStart, signal } from './process-table.ts';
import { startFakeNats } from './testing/fake-nats.ts';

const program = fileURLToPath(new URL('testing/run-without-app.ts', import.meta.url));
const eventStore = `console.log('{"ready":true,"port":2113}'); process.stdin.resume().on('end', () => process.exit());`;
const stripe = `
  const server = require('node:http').createServer((request, response) => response.end('{}'));
  server.listen(Number(process.env.STRIPE_STANDIN_PORT), '127.0.0.1', () => {
    console.log(JSON.stringify({ ready: true, port: server.address().port }));
  });
  process.on('SIGTERM', () => process.exit());
  process.stdin.resume().on('end', () => process.exit());`;
const prodigi = `console.log('{"ready":true,"port":12112}'); process.stdin.resume().on('end', () => process.exit());`;
const imaging = `process.stdin.resume().on('end', () => process.exit());`;

let folder: string;
let dataDir: string;
let nats: Awaited<ReturnType<typeof startFakeNats>>;
const children: ChildProcess[] = [];

beforeEach(async () => {
  nats = await startFakeNats();
  folder = mkdtempSync(join(tmpdir(), 'easel-run-'));
  dataDir = join(folder, 'data');
  writeFileSync(join(folder, 'event-store.cjs'), eventStore);
  writeFileSync(join(folder, 'imaging.cjs'), imaging);
  writeFileSync(join(folder, 'stripe.cjs'), stripe);
  writeFileSync(join(folder, 'prodigi.cjs'), prodigi);
});

afterEach(async () => {
  await Promise.all(
    children.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
  const left = readPostmaster(join(dataDir, 'postgres'));
  if (left && isPostmasterOf(left.pid, join(dataDir, 'postgres'))) {
    signal(left.pid, 'SIGQUIT');
    await goneWithin(left.pid, 5_000);
  }
  rmSync(folder, { recursive: true, force: true });
  await nats.close();
});

/** The process, with what it said so far and a wait for more. */
function start(env: NodeJS.ProcessEnv = {}, ...args: string[]) {
  const programs = ['event-store.cjs', 'imaging.cjs', 'stripe.cjs', 'prodigi.cjs', 'providers.cjs'].map((name) =>
    join(folder, name),
  );
  const child = spawn(process.execPath, ['--no-warnings', '--conditions=source', program, ...programs, ...args], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, NATS_URL: `nats://${nats.host}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  let changed = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      changed();
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const until = async (words: string) => {
    const over = exited.then(() => Promise.reject(new Error(`it ended without "${words}": ${said}`)));
    over.catch(() => undefined);
    while (!said.includes(words)) await Promise.race([new Promise<void>((done) => (changed = done)), over]);
  };
  return { child, exited, until, said: () => said };
}

test('Ctrl+C, doubled by npm, drains the app and ends PostgreSQL', async () => {
  const { child, exited, until, said } = start();
  await until('Easel is ready');
  const { pid } = readPostmaster(join(dataDir, 'postgres'))!;
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect(await exited).toBe(0);
  expect(said()).toContain('app closed');
  expect(said()).not.toContain('Stopping at once');
  expect(processStart(pid)).toBeUndefined();
});

test('a SIGTERM while it still starts stops it once it is there', async () => {
  writeFileSync(join(folder, 'event-store.cjs'), `process.kill(process.ppid, 'SIGTERM'); ${eventStore}`);
  const { exited, said } = start();
  expect(await exited).toBe(0);
  expect(said()).toContain('app closed');
});

test('a second Ctrl+C does not wait for an app that hangs', async () => {
  const { child, exited, until } = start({ CLOSE: 'never' });
  await until('Easel is ready');
  const { pid } = readPostmaster(join(dataDir, 'postgres'))!;
  child.kill('SIGINT');
  await until('app closed');
  const impatience = setInterval(() => child.kill('SIGINT'), 100);
  expect(await exited.finally(() => clearInterval(impatience))).toBe(130);
  expect(await goneWithin(pid, 5_000)).toBe(true);
});

test('a wrong variable is named, and nothing is made', async () => {
  const { exited, said } = start({ PORT: 'http' });
  expect(await exited).toBe(1);
  expect(said()).toContain('PORT is wrong: must be a port');
  expect(readPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});

test('a second start names the first', async () => {
  const first = start();
  await first.until('Easel is ready');
  const second = start();
  expect(await second.exited).toBe(1);
  expect(second.said()).toMatch(new RegExp(`in use by process ${first.child.pid} \\(http://127.0.0.1:0\\) since`));
});

test('after kill -9 the next start adopts PostgreSQL and takes the lock over', async () => {
  const first = start();
  await first.until('Easel is ready');
  const { pid } = readPostmaster(join(dataDir, 'postgres'))!;
  first.child.kill('SIGKILL');
  await first.exited;
  const second = start();
  await second.until('Easel is ready');
  expect(readPostmaster(join(dataDir, 'postgres'))!.pid).toBe(pid);
});

test('the help tells of every variable', async () => {
  const { exited, said } = start({}, '--help');
  expect(await exited).toBe(0);
  expect(said()).toMatch(/DATA_DIR +\.data/);
});
