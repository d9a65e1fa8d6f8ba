import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { hasPast, layPast, PAST_MARK, takesPast } from './past.ts';

let folder: string;
let past: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-lay-'));
  past = join(folder, 'past');
  dataDir = join(folder, 'data');
  for (const path of [join(past, 'postgres'), dataDir]) mkdirSync(path, { recursive: true });
  writeFileSync(join(past, 'postgres', 'PG_VERSION'), '18');
  for (const name of [PAST_MARK, 'secrets.json']) writeFileSync(join(past, name), name);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lies = (): boolean =>
  hasPast(dataDir) &&
  readFileSync(join(dataDir, 'secrets.json'), 'utf8') === 'secrets.json' &&
  existsSync(join(dataDir, 'postgres', 'PG_VERSION'));

describe('a past', () => {
  test('is laid into a folder in which nothing has begun, once, and stays where it came from', async () => {
    writeFileSync(join(dataDir, 'lock.json'), '');
    await layPast(past, dataDir);
    expect(lies()).toBe(true);
    expect(readdirSync(dataDir).sort()).toEqual(['lock.json', PAST_MARK, 'postgres', 'secrets.json']);
    expect(readdirSync(past)).toHaveLength(3);
    writeFileSync(join(dataDir, 'secrets.json'), 'of today');
    await layPast(past, dataDir);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe('of today');
  });

  test('is not laid over what has begun, nor where there is none that is whole', async () => {
    rmSync(join(past, PAST_MARK));
    await layPast(past, dataDir);
    await layPast(undefined, dataDir);
    expect(readdirSync(dataDir)).toEqual([]);
    writeFileSync(join(past, PAST_MARK), '');
    writeFileSync(join(dataDir, 'secrets.json'), 'of today');
    await layPast(past, dataDir);
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  });

  test('that was being copied when the process died is copied anew', async () => {
    mkdirSync(join(dataDir, 'past.new'));
    writeFileSync(join(dataDir, 'past.new', 'secrets.json'), 'half');
    await layPast(past, dataDir);
    expect(lies()).toBe(true);
    expect(existsSync(join(dataDir, 'past.new'))).toBe(false);
  });

  test.each([[[]], [['secrets.json']], [['secrets.json', 'postgres']], [[PAST_MARK, 'secrets.json', 'postgres']]])(
    'of which %j had been moved when the process died is made whole',
    async (moved) => {
      renameSync(past, join(dataDir, 'past.whole'));
      for (const name of moved) renameSync(join(dataDir, 'past.whole', name), join(dataDir, name));
      await layPast(undefined, dataDir);
      expect(lies()).toBe(true);
      expect(existsSync(join(dataDir, 'past.whole'))).toBe(false);
    },
  );
});

test.each<[string, NodeJS.ProcessEnv]>([
  ['no demo world is wanted', { SEED_DEMO: '0' }],
  ['another operator is the first', { ADMIN_EMAIL: 'ada@example.com' }],
  ['a key is given', { MASTER_KEY: 'ab'.repeat(32) }],
  ['a database is given', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', SEED_DEMO: '1' }],
  ['orders are printed', { PRINT_KEY: 'a-key-of-prodigi', PUBLIC_URL: 'https://easel.example' }],
  ['cards are charged by Stripe', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
])('there is none where %s', (_, env) => {
  expect(takesPast(readConfig({}))).toBe(true);
  expect(takesPast(readConfig(env))).toBe(false);
});
