import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts';
import { processStart } from './process-table.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'easel-lock-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const address = 'http://127.0.0.1:3000';
const leave = (holder: object | string) =>
  writeFileSync(join(dataDir, 'lock.json'), typeof holder === 'string' ? holder : JSON.stringify(holder));

test('the second is told who holds it, until it is given back', () => {
  const first = lockDataDir(dataDir, address);
  const refused = expect.objectContaining({
    holder: expect.objectContaining({ pid: process.pid, address }) as unknown,
  });
  expect(() => lockDataDir(dataDir, 'elsewhere')).toThrow(refused as Error);
  expect(() => lockDataDir(dataDir, 'elsewhere')).toThrow(
    new RegExp(`in use by process ${process.pid} \\(${address}\\) since \\d{4}-\\d\\d-\\d\\dT`),
  );
  first.release();
  lockDataDir(dataDir, address).release();
  expect(readdirSync(dataDir)).toEqual([]);
});

test('the lock of a process that was killed is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const holder = { pid: child.pid, start: processStart(child.pid!), address, since: 'then' };
  leave(holder);
  expect(() => lockDataDir(dataDir, address)).toThrow(DataDirInUse);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockDataDir(dataDir, address);
  expect(JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8'))).toMatchObject({ pid: process.pid });
});

test('a pid that was given to a later process does not hold it', () => {
  leave({ pid: process.pid, start: 'before', address, since: 'then' });
  expect(lockDataDir(dataDir, address)).toBeDefined();
});

test.each(['', '{', '{"pid":"x"}'])('a broken lock file (%j) is taken over', (content) => {
  leave(content);
  expect(lockDataDir(dataDir, address)).toBeDefined();
});

test('giving back does not take another’s', () => {
  const mine = lockDataDir(dataDir, address);
  const theirs = { pid: process.ppid, start: processStart(process.ppid), address, since: 'now' };
  leave(theirs);
  mine.release();
  expect(() => lockDataDir(dataDir, address)).toThrow(DataDirInUse);
});
