import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { readEndpoints } from '../endpoints.ts';
import { openStore, type OpenStore } from '../../stand-ins/event-store/testing/open-store.ts';
import { startPlatform, type Platform } from '../platform.ts';
import { startFakeNats } from '../testing/fake-nats.ts';

/** Neither store nor card service is asked anything here but to be there. */
const silent = `
  console.log(JSON.stringify({ ready: true, port: 1 }));
  process.on('SIGTERM', () => process.exit());
  process.stdin.resume().on('end', () => process.exit());`;
const cards = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PRINT_KEY: 'a-key-of-prodigi',
  PRINT_URL: 'http://127.0.0.1:1/v4.0',
};

let folder: string;
let program: string;
let store: OpenStore;
let nats: Awaited<ReturnType<typeof startFakeNats>>;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const platforms: Platform[] = [];

beforeAll(async () => {
  store = await openStore({ secure: true });
  nats = await startFakeNats({ password: 'n4ts' });
});
afterAll(async () => {
  await store.close();
  await nats.close();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-given-'));
  program = join(folder, 'silent.cjs');
  writeFileSync(program, silent);
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(platforms.splice(0).map((platform) => platform.stop()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const given = () => ({
  EVENT_STORE_URL: store.address('admin'),
  DATABASE_URL: database.url,
  NATS_URL: `nats://ada:n4ts@${nats.host}`,
});

describe('what is given', () => {
  async function start(env: NodeJS.ProcessEnv, dataDir = join(folder, 'data')) {
    const heard: string[] = [];
    const told: Record<string, Record<string, string>> = {};
    const platform = await startPlatform({
      config: readConfig({ PORT: '0', DATA_DIR: dataDir, ...cards, ...env }),
      env: { ...process.env, ...cards, ...env },
      programs: { eventStore: program, imaging: program, stripe: program, prodigi: program, providers: program },
      settle: (settled) => {
        told['settle'] = settled;
        return Promise.resolve();
      },
      startApp: (appEnv) => {
        told['app'] = appEnv;
        return Promise.resolve({ address: 'http://127.0.0.1:1', close: () => Promise.resolve() });
      },
      report: (line) => heard.push(line),
    });
    platforms.push(platform);
    return { platform, heard, told, dataDir };
  }

  test('is used, told to each part and to tools, and not started here', async () => {
    const { platform, heard, told, dataDir } = await start(given());
    expect(told['settle']).toMatchObject(given());
    expect(told['app']).toMatchObject({ ...given(), SEED_DEMO: '0' });
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    expect(existsSync(join(dataDir, 'logs', 'event-store.log'))).toBe(false);
    expect(platform.given.map(({ part }) => part)).toEqual(['Event store', 'Database']);
    const { EVENT_STORE_URL: eventStoreUrl, DATABASE_URL: databaseUrl, NATS_URL: natsUrl } = given();
    expect(readEndpoints(dataDir)).toMatchObject({ eventStoreUrl, databaseUrl, natsUrl });
    expect(heard).toEqual([]);
    // Nothing that is shown holds a password.
    expect(JSON.stringify([platform.given, platform.bus])).not.toMatch(/changeit|n4ts|:[^:@]+@/);
  });

  test.each([
    ['EVENT_STORE_URL', 'logs/event-store.log'],
    ['DATABASE_URL', 'postgres'],
  ] as const)('but for %s: that part is started here', async (missing, made) => {
    const { told, dataDir } = await start({ ...given(), [missing]: '' });
    expect(existsSync(join(dataDir, made))).toBe(true);
    expect(told['app']?.[missing]).not.toBe(given()[missing]);
  });

  test('is seeded where somebody asks for it', async () => {
    const { told } = await start({ ...given(), SEED_DEMO: '1' });
    expect(told['app']).toMatchObject({ SEED_DEMO: '1' });
  });

  test('is one machine’s at a time: the second is told of the first, and leaves nothing', async () => {
    const { dataDir } = await start(given());
    const other = join(folder, 'other');
    await expect(start(given(), other)).rejects.toThrow(
      new RegExp(`is in use by process ${process.pid} on .* since .*: the files of its pictures`),
    );
    expect(existsSync(join(other, 'endpoints.json'))).toBe(false);
    await platforms.pop()?.stop();
    await start(given(), other);
    expect(existsSync(join(dataDir, 'endpoints.json'))).toBe(false);
  });

  test('may be keys, which are then in no file', async () => {
    const keys = { MASTER_KEY: 'ab'.repeat(32), COOKIE_KEY: 'cd'.repeat(32) };
    const { told, dataDir } = await start({ ...given(), ...keys });
    expect(told['app']).toMatchObject(keys);
    const file = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
    for (const key of Object.values(keys)) expect(file).not.toContain(key);
    expect(file).not.toMatch(/masterKey|cookieKey/);
    await platforms.pop()?.stop();
    await expect(start(given())).rejects.toThrow('MASTER_KEY was given when');
  });
});

describe('npm start', () => {
  const run = fileURLToPath(new URL('../testing/run-without-app.ts', import.meta.url));

  /** The process itself; what it says and how it ends. */
  async function start(env: NodeJS.ProcessEnv) {
    const args = ['--no-warnings', '--conditions=source', run, program, program, program];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), ...cards, ...given(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    // On a busy machine a look may take long enough to be spoken of.
    const said = err.trimEnd().split('\n');
    return { out, err: said.filter((line) => !line.startsWith('Waiting for ')).join('\n'), code };
  }

  test.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
    [
      'may not read $all',
      () => ({ EVENT_STORE_URL: store.address('ops') }),
      /^The account ops may not read \$all of .*$/,
    ],
    [
      'has a wrong password',
      () => ({ EVENT_STORE_URL: store.address('admin').replace('changeit', 'wr0ng') }),
      /^EventStoreDB at .* refuses the password of the account admin, or knows no such account: correct EVENT_STORE_URL\.$/,
    ],
    [
      'trusts no such certificate',
      () => ({ EVENT_STORE_URL: `esdb://admin:changeit@127.0.0.1:${store.port}` }),
      /^The certificate of EventStoreDB at .* is not trusted \(it is signed by itself\): .*$/,
    ],
  ])('does not start where it %s, and says so in one sentence', async (_, env, sentence) => {
    const { out, err, code } = await start(env());
    expect(err).toMatch(sentence);
    expect([out, code]).toEqual(['', 1]);
    expect(err).not.toMatch(/wr0ng|changeit/);
  });

  test('says at once what it waits for, and Ctrl+C ends the wait', async () => {
    const child = spawn(process.execPath, ['--no-warnings', '--conditions=source', run, program, program, program], {
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        ...given(),
        NATS_URL: 'nats://ada:n4ts@127.0.0.1:1',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    let isAsked = false;
    for await (const part of child.stderr.setEncoding('utf8')) {
      said += String(part);
      if (!isAsked && said.includes('Waiting for NATS at 127.0.0.1:1 …')) isAsked = child.kill('SIGINT');
    }
    if (child.exitCode === null) await once(child, 'exit');
    expect(said).toMatch(/Stopping; press Ctrl\+C again to stop at once\n$/);
    expect(child.exitCode).toBe(0);
  });
});
