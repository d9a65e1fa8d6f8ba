import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeEndpoints } from './endpoints.ts';
import { ensureSecrets } from './secrets.ts';
import { readToolSettings } from './tool-settings.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'easel-tool-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const all = ['databaseUrl', 'eventStoreUrl', 'masterKey'] as const;
const here = {
  databaseUrl: 'postgres://postgres:w0rd@127.0.0.1:5432/postgres',
  eventStoreUrl: 'esdb://admin:w0rd@127.0.0.1:2113',
  address: 'http://127.0.0.1:3000',
};
const given = {
  DATABASE_URL: 'postgres://easel:w0rd@db:5432/easel',
  EVENT_STORE_URL: 'esdb://easel:w0rd@a:2113,b:2113',
  MASTER_KEY: 'ab'.repeat(32),
};

function read(env: NodeJS.ProcessEnv, wanted: readonly (typeof all)[number][] = all) {
  const said: string[] = [];
  return { ...readToolSettings({ DATA_DIR: dataDir, ...env }, wanted, (line) => said.push(line)), said };
}

test('the environment is enough', () => {
  expect(read(given)).toEqual({
    databaseUrl: given.DATABASE_URL,
    eventStoreUrl: given.EVENT_STORE_URL,
    masterKey: given.MASTER_KEY,
    said: [
      'PostgreSQL at db:5432/easel from DATABASE_URL, EventStoreDB at a:2113, b:2113 from EVENT_STORE_URL, the master key from MASTER_KEY',
    ],
  });
});

test('the installation that runs here is enough', () => {
  const { masterKey } = ensureSecrets(dataDir);
  writeEndpoints(dataDir, here);
  expect(read({})).toEqual({
    databaseUrl: here.databaseUrl,
    eventStoreUrl: here.eventStoreUrl,
    masterKey,
    said: [
      `PostgreSQL at 127.0.0.1:5432/postgres and EventStoreDB at 127.0.0.1:2113 and the master key from ${dataDir}`,
    ],
  });
});

test('each piece that one does not give comes from the other, and it says so without a password', () => {
  const { masterKey } = ensureSecrets(dataDir);
  writeEndpoints(dataDir, here);
  const { said, ...found } = read({ DATABASE_URL: given.DATABASE_URL, MASTER_KEY: '' });
  expect(found).toEqual({ databaseUrl: given.DATABASE_URL, eventStoreUrl: here.eventStoreUrl, masterKey });
  expect(said).toEqual([
    `PostgreSQL at db:5432/easel from DATABASE_URL, EventStoreDB at 127.0.0.1:2113 and the master key from ${dataDir}`,
  ]);
});

test('no more is asked for than is wanted', () => {
  const env = { EVENT_STORE_URL: given.EVENT_STORE_URL, MASTER_KEY: 'no key' };
  expect(read(env, ['eventStoreUrl'])).toEqual({
    eventStoreUrl: given.EVENT_STORE_URL,
    said: ['EventStoreDB at a:2113, b:2113 from EVENT_STORE_URL'],
  });
});

test('what is nowhere is named, where nothing runs but the secrets are kept', () => {
  expect(() => read({})).toThrow(
    `Nothing runs from ${dataDir}: start it, or set DATABASE_URL and EVENT_STORE_URL and MASTER_KEY`,
  );
  ensureSecrets(dataDir);
  expect(() => read({ EVENT_STORE_URL: given.EVENT_STORE_URL })).toThrow(
    `Nothing runs from ${dataDir}: start it, or set DATABASE_URL`,
  );
});
