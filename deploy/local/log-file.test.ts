import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFile } from './log-file.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'easel-log-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('lines are appended, also over restarts', () => {
  const path = join(folder, 'logs', 'a.log');
  for (const line of ['one', 'two']) {
    const log = new LogFile(path);
    log.write(line);
    log.close();
  }
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
});

test('a long log is set aside, and one old log is kept', () => {
  const path = join(folder, 'a.log');
  const log = new LogFile(path);
  const megabyte = 'x'.repeat(1024 * 1024);
  for (let i = 0; i < 25; i += 1) log.write(megabyte);
  log.close();
  expect(statSync(`${path}.1`).size).toBe(10 * (1024 * 1024 + 1));
  expect(statSync(path).size).toBe(5 * (1024 * 1024 + 1));
});
