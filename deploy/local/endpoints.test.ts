import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEndpoints, removeEndpoints, writeEndpoints } from './endpoints.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'easel-endpoints-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const running = {
  databaseUrl: 'postgres://postgres:secret@127.0.0.1:5432/postgres',
  eventStoreUrl: 'esdb://127.0.0.1:2113?tls=false',
  address: 'http://127.0.0.1:3000',
};

test('tools of the same owner, and no others, read where the parts are while they run', () => {
  writeEndpoints(dataDir, running);
  const path = join(dataDir, 'endpoints.json');
  expect(readEndpoints(dataDir)).toEqual(running);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  // A start after a crash finds the file of before.
  writeEndpoints(dataDir, { ...running, natsUrl: 'nats://127.0.0.1:4222' });
  expect(readEndpoints(dataDir).natsUrl).toBe('nats://127.0.0.1:4222');
  expect(readdirSync(dataDir)).toEqual(['endpoints.json']);
  removeEndpoints(dataDir);
  removeEndpoints(dataDir);
  expect(existsSync(path)).toBe(false);
  expect(() => readEndpoints(dataDir)).toThrow('ENOENT');
});
