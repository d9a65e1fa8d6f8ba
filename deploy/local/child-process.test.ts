import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startChild, type Child, type ChildOptions } from './child-process.ts';
import { goneWithin, processStart, signal } from './process-table.ts';

let folder: string;
const children: Child[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'easel-child-'))));
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(script: string, options: Partial<ChildOptions> = {}): Promise<Child> {
  const child = await startChild({
    name: 'part',
    program: process.execPath,
    args: ['-e', script],
    env: process.env,
    log: join(folder, 'part.log'),
    warn: () => undefined,
    ...options,
  });
  children.push(child);
  return child;
}

const says = (what: unknown) => `console.log(${JSON.stringify(JSON.stringify(what))});`;
const stays = 'setInterval(() => {}, 1000);';

test('it is ready when its output says so, and all of that is logged', async () => {
  await start(`${says({ level: 30, msg: 'begun' })}${says({ ready: true })}${stays}`, {
    ready: (line) => line.includes('"ready":true'),
  });
  expect(readFileSync(join(folder, 'part.log'), 'utf8')).toBe('{"level":30,"msg":"begun"}\n{"ready":true}\n');
});

test('only warnings reach the console', async () => {
  const heard: string[] = [];
  await start(`${says({ level: 40, msg: 'low on disk' })}${says({ level: 30, msg: 'ready' })}${stays}`, {
    ready: (line) => line.includes('ready'),
    warn: (line) => heard.push(line),
  });
  expect(heard).toEqual(['part: low on disk']);
});

test('one that ends before it is ready fails with its last words', async () => {
  const dying = start('console.error("no such table"); process.exit(3)', { ready: () => false });
  await expect(dying).rejects.toThrow(/part ended \(code 3\) before it was ready:\nno such table/);
});

test('a program that is missing fails', async () => {
  await expect(start('', { program: join(folder, 'missing') })).rejects.toMatchObject({ code: 'ENOENT' });
});

test('one that will not come up is ended', async () => {
  await expect(start(stays, { ready: () => false, readyDeadlineMs: 1 })).rejects.toThrow('was not ready within');
});

test('it is asked to end first, and ended when it will not', async () => {
  const deaf = `process.on('SIGTERM', () => {}); ${says('ready')} ${stays}`;
  const child = await start(deaf, { ready: () => true, stopDeadlineMs: 1 });
  const gone = new Promise<void>((resolve) => child.onExit(resolve));
  await child.stop();
  await gone;
  expect(processStart(child.pid)).toBeUndefined();
});

test('answers while it runs, and can be killed with its own children while it is stopped', async () => {
  const kin = `const kin = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}]);`;
  let kinPid = 0;
  const child = await start(`process.on('message', (m) => process.send(m)); ${kin} console.log(kin.pid);`, {
    answers: true,
    ready: (line) => (kinPid = Number(line)) > 0,
  });
  await child.answers?.();
  signal(child.pid, 'SIGSTOP');
  signal(kinPid, 'SIGSTOP');
  child.kill();
  expect(await Promise.all([child.pid, kinPid].map((pid) => goneWithin(pid, 10_000)))).toEqual([true, true]);
});

test('it can tell that its parent was killed', async () => {
  const module = JSON.stringify(new URL('child-process.ts', import.meta.url).href);
  const ends = `process.stdin.resume().on('end', () => process.exit()); ${says('ready')} ${stays}`;
  const parent = spawn(process.execPath, [
    '--no-warnings',
    '--input-type=module',
    '-e',
    `const { startChild } = await import(${module});
     const child = await startChild({ name: 'part', program: process.execPath, args: ['-e', ${JSON.stringify(ends)}],
       env: process.env, log: ${JSON.stringify(join(folder, 'part.log'))}, warn() {}, ready: () => true });
     console.log(child.pid);`,
  ]);
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  expect(processStart(Number(line))).toBeDefined();
  parent.kill('SIGKILL');
  expect(await goneWithin(Number(line), 10_000)).toBe(true);
});
