import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { readEndpoints } from './endpoints.ts';
import { findNatsServer } from './nats.ts';
import { startPlatform, type Platform, type PlatformOptions } from './platform.ts';
import { isPostmasterOf, readPostmaster } from './postmaster.ts';
import { processStart, signal } from './process-table.ts';
import type { Secrets } from './secrets.ts';
import { chosenProviders } from './providers.ts';
import { makeClusterTemplate, type ClusterTemplate } from './testing/cluster-template.ts';
import { startFakeNats } from './testing/fake-nats.ts';

let folder: string;
let dataDir: string;
let programs: PlatformOptions['programs'];
const platforms: Platform[] = [];

/** It keeps the promises of the command line that the real event store keeps, and holds its port. */
const eventStore = `
  const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
  const server = require('node:net').createServer().listen(port, '127.0.0.1', () => {
    require('node:fs').appendFileSync(process.env.TRACE, 'event store ' + process.pid + '\\n');
    console.log(JSON.stringify({ ready: true, port: server.address().port }));
  });
  process.on('SIGTERM', () => process.exit());
  process.stdin.resume().on('end', () => process.exit());`;

/** It notes where it is told to send events, by its environment and by calls. */
const stripe = `
  const note = (line) => require('node:fs').appendFileSync(process.env.TRACE + '.stripe', line + '\\n');
  const server = require('node:http').createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    note('told ' + JSON.parse(body).url);
    response.end('{}');
  });
  server.listen(Number(process.env.STRIPE_STANDIN_PORT), '127.0.0.1', () => {
    note(process.pid + ' ' + (process.env.STRIPE_STANDIN_WEBHOOK_URL ?? 'nowhere'));
    console.log(JSON.stringify({ ready: true, port: server.address().port }));
  });
  process.on('SIGTERM', () => process.exit());
  process.stdin.resume().on('end', () => process.exit());`;

/** It notes what it is told by its environment. */
const prodigi = `
  const server = require('node:http').createServer((request, response) => response.end('{}'));
  server.listen(Number(process.env.PRODIGI_STANDIN_PORT), '127.0.0.1', () => {
    const { PRODIGI_STANDIN_KEY: key, PRODIGI_STANDIN_STEP_MS: step } = process.env;
    const note = process.pid + ' ' + key + ' ' + step + '\\n';
    require('node:fs').appendFileSync(process.env.TRACE + '.prodigi', note);
    console.log(JSON.stringify({ ready: true, port: server.address().port }));
  });
  process.on('SIGTERM', () => process.exit());
  process.stdin.resume().on('end', () => process.exit());`;

/** It notes its process, and what it is told by its environment. */
const providers = `
  const server = require('node:http').createServer((request, response) => response.end('{}'));
  server.listen(Number(process.env.PROVIDERS_STANDIN_PORT), '127.0.0.1', () => {
    const { PROVIDERS_STANDIN_KEY: key, PROVIDERS_STANDIN_WEBHOOK_SECRET: secret } = process.env;
    require('node:fs').appendFileSync(process.env.TRACE + '.providers', [process.pid, key, secret].join(' ') + '\\n');
    console.log(JSON.stringify({ ready: true, port: server.address().port }));
  });
  process.on('SIGTERM', () => process.exit());
  process.stdin.resume().on('end', () => process.exit());`;

const imaging = `
  const names = ['DATABASE_URL', 'EVENT_STORE_URL', 'NATS_URL', 'BLOB_DIR', 'MASTER_KEY', 'LOG_LEVEL'];
  names.push('PROVIDERS', 'PROVIDERS_STANDIN_KEY', 'PUBLIC_URL', 'OUR_KEY');
  const seen = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  require('node:fs').writeFileSync(process.env.TRACE + '.imaging', JSON.stringify(seen));
  process.stdin.resume().on('end', () => process.exit());`;

let template: ClusterTemplate;
beforeAll(async () => {
  template = await makeClusterTemplate();
});
afterAll(() => template.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-platform-'));
  dataDir = join(folder, 'data');
  programs = {
    eventStore: join(folder, 'event-store.cjs'),
    imaging: join(folder, 'imaging.cjs'),
    stripe: join(folder, 'stripe.cjs'),
    prodigi: join(folder, 'prodigi.cjs'),
    providers: join(folder, 'providers.cjs'),
  };
  writeFileSync(programs.eventStore, eventStore);
  writeFileSync(programs.imaging, imaging);
  writeFileSync(programs.stripe, stripe);
  writeFileSync(programs.prodigi, prodigi);
  writeFileSync(programs.providers, providers);
  template.copyTo(join(dataDir, 'postgres'));
});

afterEach(async () => {
  await Promise.all(platforms.splice(0).map((platform) => platform.stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** The platform around an app that only notes how it was started and whether its servers lived when it was closed. */
async function start(env: NodeJS.ProcessEnv = {}, options: Partial<PlatformOptions> = {}) {
  const told: Record<string, string>[] = [];
  const heard: string[] = [];
  let changed = (): void => undefined;
  const platform = await startPlatform({
    config: readConfig({ PORT: '0', DATA_DIR: dataDir, ...env }),
    env: { ...process.env, TRACE: join(folder, 'trace'), ...env },
    programs,
    settle: (settled) => {
      told.push(settled);
      return Promise.resolve();
    },
    startApp: (appEnv) => {
      told.push(appEnv);
      const close = async () => void heard.push((await answers(appEnv['DATABASE_URL']!)) ? 'closed in time' : 'late');
      return Promise.resolve({ address: 'http://127.0.0.1:1', webhook: 'http://127.0.0.1:1/told', close });
    },
    report: (line) => {
      heard.push(line);
      changed();
    },
    ...options,
  });
  platforms.push(platform);
  const reported = async (line: string) => {
    while (!heard.includes(line)) await new Promise<void>((resolve) => (changed = resolve));
  };
  return { platform, heard, reported, appEnv: told[1]!, settled: told[0]! };
}

/** What nats-server says to somebody who names no password. */
async function answerOfNats(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write('CONNECT {"verbose":false}\r\nPING\r\n');
  return text(socket);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const eventStorePids = () =>
  readFileSync(join(folder, 'trace'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ').at(-1)));

test('every part is told where the others are, and all are gone in order after a stop', async () => {
  rmSync(dataDir, { recursive: true }); // starts from nothing, as a newcomer does
  const { platform, heard, appEnv } = await start();
  expect(appEnv).toMatchObject({
    DATABASE_URL: expect.stringMatching(/^postgres:\/\/postgres:.+@127\.0\.0\.1:\d+\/postgres$/) as string,
    EVENT_STORE_URL: expect.stringMatching(
      /^esdb:\/\/admin:[\w-]{32}@127\.0\.0\.1:\d+\?tls=true&tlsCAFile=%2F[\w%.-]+\.cert\.pem$/,
    ) as string,
    BLOB_DIR: join(dataDir, 'blobs'),
    MASTER_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    ADMIN_EMAIL: 'admin@easel.local',
    ADMIN_PASSWORD: platform.operator.password,
    SEED_DEMO: '1',
  });
  const server = readPostmaster(join(dataDir, 'postgres'))!;
  await platform.stop();
  expect(heard).toEqual(['closed in time']);
  expect([server.pid, ...eventStorePids()].map(processStart)).toEqual([undefined, undefined]);
  const { appEnv: again } = await start();
  expect(again['MASTER_KEY']).toBe(appEnv['MASTER_KEY']);
});

test('a second start on the same data is told who holds it, and disturbs nothing', async () => {
  const { appEnv } = await start();
  await expect(start()).rejects.toThrow(new RegExp(`in use by process ${process.pid} \\(http://127.0.0.1:0\\) since`));
  expect(await answers(appEnv['DATABASE_URL']!)).toBe(true);
});

test('a killed PostgreSQL is back at the same address', async () => {
  const { reported, appEnv } = await start();
  const { pid, port } = readPostmaster(join(dataDir, 'postgres'))!;
  signal(pid, 'SIGKILL');
  await reported('PostgreSQL is back');
  expect(readPostmaster(join(dataDir, 'postgres'))).toMatchObject({ port });
  expect(await answers(appEnv['DATABASE_URL']!)).toBe(true);
});

test('a killed event store is back on the same port', async () => {
  const { reported, appEnv } = await start();
  signal(eventStorePids()[0]!, 'SIGKILL');
  await reported('event store is back');
  expect(eventStorePids()).toHaveLength(2);
  const log = readFileSync(join(dataDir, 'logs', 'event-store.log'), 'utf8')
    .trim()
    .split('\n');
  const { port } = new URL(appEnv['EVENT_STORE_URL']!);
  expect(log.map((line) => JSON.parse(line) as unknown)).toEqual(
    Array.from({ length: 2 }, () => ({ ready: true, port: Number(port) })),
  );
});

describe('the stand-in Stripe', () => {
  const hook = 'http://127.0.0.1:1/told';
  const notes = () => readFileSync(join(folder, 'trace.stripe'), 'utf8').trim().split('\n');

  test('learns where the app is once it listens, and is back on the same port when it dies', async () => {
    const { reported, appEnv } = await start();
    expect(appEnv).toMatchObject({
      STRIPE_API_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      STRIPE_SECRET_KEY: expect.stringMatching(/^sk_test_/) as string,
      STRIPE_WEBHOOK_SECRET: expect.stringMatching(/^whsec_/) as string,
    });
    expect(readEndpoints(dataDir).stripeUrl).toBe(appEnv['STRIPE_API_URL']);
    const [started = '', told] = notes();
    expect([started.split(' ')[1], told]).toEqual(['nowhere', `told ${hook}`]);
    signal(Number(started.split(' ')[0]), 'SIGKILL');
    await reported('stand-in Stripe is back');
    expect(notes()[2]?.split(' ')[1]).toBe(hook);
    const { status } = await fetch(appEnv['STRIPE_API_URL']!, { method: 'POST', body: '{"url":"again"}' });
    expect(status).toBe(200);
  });

  test('is not started where Stripe itself is used', async () => {
    const { appEnv } = await start({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' });
    expect(appEnv['STRIPE_SECRET_KEY']).toBe('sk_test_1');
    expect(appEnv).not.toHaveProperty('STRIPE_API_URL');
    expect(readEndpoints(dataDir)).not.toHaveProperty('stripeUrl');
    expect(existsSync(join(folder, 'trace.stripe'))).toBe(false);
  });
});

describe('the stand-in print service', () => {
  const notes = () => readFileSync(join(folder, 'trace.prodigi'), 'utf8').trim().split('\n');

  test('is told to the app with its key, and is back on the same port when it dies', async () => {
    const { reported, appEnv } = await start({ PRINT_AFTER_MS: '5' });
    const { PRINT_URL: url = '', PRINT_KEY: key } = appEnv;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v4\.0$/);
    // A setting of the environment goes before what is meant for whoever tries it out.
    expect(appEnv).toMatchObject({ PRINT_AFTER_MS: '5', PRINT_LOOK_MS: '15000' });
    expect(`${readEndpoints(dataDir).printUrl}/v4.0`).toBe(url);
    const [pid = '', ...told] = notes()[0]?.split(' ') ?? [];
    expect(told).toEqual([key, '10000']);
    signal(Number(pid), 'SIGKILL');
    await reported('stand-in print service is back');
    expect(notes()[1]?.split(' ').slice(1)).toEqual([key, '10000']);
    expect((await fetch(url)).status).toBe(200);
  });

  test('is not started where the print service itself is used', async () => {
    const { appEnv } = await start({ PRINT_KEY: 'a-key-of-prodigi', PUBLIC_URL: 'https://easel.example' });
    expect(appEnv['PRINT_KEY']).toBe('a-key-of-prodigi');
    expect(appEnv).not.toHaveProperty('PRINT_URL');
    expect(appEnv).not.toHaveProperty('PRINT_AFTER_MS');
    expect(readEndpoints(dataDir)).not.toHaveProperty('printUrl');
    expect(existsSync(join(folder, 'trace.prodigi'))).toBe(false);
  });
});

describe('the stand-in providers', () => {
  const notes = () => readFileSync(join(folder, 'trace.providers'), 'utf8').trim().split('\n');
  /** Nothing waits for imaging when it is started. */
  const seenByImaging = () =>
    vi.waitFor(() => JSON.parse(readFileSync(join(folder, 'trace.imaging'), 'utf8')) as NodeJS.ProcessEnv, 10_000);

  test('are named to the app and to imaging by a file and their keys, and are back on the same port', async () => {
    const { reported, appEnv } = await start({ PROVIDERS: 'stand-in' });
    const { PROVIDERS: path = '', PROVIDERS_STANDIN_KEY: key, PROVIDERS_STANDIN_WEBHOOK_SECRET: secret } = appEnv;
    expect(path).toBe(join(dataDir, 'providers.json'));
    const { providersUrl = '' } = readEndpoints(dataDir);
    const named = chosenProviders(path, appEnv);
    expect(named?.labels).toEqual(['Stand-in Images', 'Stand-in FLUX', 'Stand-in Mystic']);
    expect(readFileSync(path, 'utf8')).toContain(`${providersUrl}/mystic`);
    // Providers report to the app itself, whose port was chosen before imaging was started.
    expect(Number(appEnv['PORT'])).toBeGreaterThan(0);
    const PUBLIC_URL = `http://127.0.0.1:${appEnv['PORT']}`;
    expect(await seenByImaging()).toMatchObject({ PROVIDERS: path, PROVIDERS_STANDIN_KEY: key, PUBLIC_URL });
    const [pid = '', ...told] = notes()[0]?.split(' ') ?? [];
    expect(told).toEqual([key, secret]);
    signal(Number(pid), 'SIGKILL');
    await reported('stand-in providers is back');
    expect(notes()[1]?.split(' ').slice(1)).toEqual([key, secret]);
    expect((await fetch(providersUrl)).status).toBe(200);
  });

  test('are not started where a file names others, which both are told by its whole path', async () => {
    const path = join(folder, 'own.json');
    const provider = { name: 'own', label: 'Our server', protocol: 'openai-images', model: 'sd', keyFrom: 'OUR_KEY' };
    writeFileSync(path, JSON.stringify({ providers: [{ ...provider, baseUrl: 'http://127.0.0.1:1234/v1' }] }));
    const own = { PROVIDERS: relative(process.cwd(), path), OUR_KEY: 'ours', PUBLIC_URL: 'https://easel.example' };
    const { appEnv } = await start(own);
    expect(appEnv['PROVIDERS']).toBe(path);
    expect(await seenByImaging()).toMatchObject({ ...own, PROVIDERS: path });
    expect(readEndpoints(dataDir)).not.toHaveProperty('providersUrl');
    expect(existsSync(join(folder, 'trace.providers'))).toBe(false);
  });

  test('are not started unless they are wanted', async () => {
    const { appEnv } = await start();
    expect(appEnv).not.toHaveProperty('PROVIDERS');
    expect((await seenByImaging())['PUBLIC_URL']).toBe('');
    expect(existsSync(join(folder, 'trace.providers'))).toBe(false);
  });
});

test('when the app does not start, the cause is thrown and nothing is left running', async () => {
  const failing = start({}, { startApp: () => Promise.reject(new Error('no such column')) });
  await expect(failing).rejects.toThrow('no such column');
  expect(readPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  expect(eventStorePids().map(processStart)).toEqual([undefined]);
  await start();
});

test('a taken PORT is named before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(start({ PORT: String(port) })).rejects.toThrow(`PORT ${port} is taken by another program`);
  expect(readPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  other.close();
  await once(other, 'close');
});

test('a kill leaves nothing that another start stumbles over', async () => {
  const { platform } = await start();
  const { pid } = readPostmaster(join(dataDir, 'postgres'))!;
  platform.kill();
  platforms.length = 0;
  const { appEnv } = await start();
  expect(await answers(appEnv['DATABASE_URL']!)).toBe(true);
  expect(isPostmasterOf(pid, join(dataDir, 'postgres'))).toBe(false);
});

test('an installation from before every server had a password opens', async () => {
  const { platform, appEnv } = await start();
  await platform.stop();
  const path = join(dataDir, 'secrets.json');
  const { eventStorePassword, natsPassword, ...older } = JSON.parse(readFileSync(path, 'utf8')) as Secrets;
  writeFileSync(path, JSON.stringify(older));
  for (const name of readdirSync(dataDir)) if (name.endsWith('.pem')) rmSync(join(dataDir, name));
  const { appEnv: again } = await start();
  expect(again['MASTER_KEY']).toBe(appEnv['MASTER_KEY']);
  const { password } = new URL(again['EVENT_STORE_URL']!);
  expect(password).toMatch(/^[\w-]{32}$/);
  expect([eventStorePassword, natsPassword]).not.toContain(password);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ ...older, eventStorePassword: password });
});

test('a set NATS_URL is used', async () => {
  const nats = await startFakeNats();
  const url = `nats://word@${nats.host},nats://${nats.host}`;
  const { platform, appEnv } = await start({ NATS_URL: url });
  expect(appEnv['NATS_URL']).toBe(url);
  expect(platform.bus).toBe(`NATS at ${nats.host}, ${nats.host}`);
  await nats.close();
});

test('without nats-server PostgreSQL carries the messages', async () => {
  const { platform, appEnv } = await start({ PATH: folder });
  expect(appEnv).not.toHaveProperty('NATS_URL');
  expect(platform.bus).toContain('PostgreSQL');
});

test.runIf(findNatsServer(process.env))('nats-server on the PATH is started, and again when it dies', async () => {
  const { reported, appEnv } = await start();
  const pidFile = join(dataDir, 'nats.pid');
  const pid = Number(readFileSync(pidFile, 'utf8'));
  expect(await answerOfNats(Number(new URL(appEnv['NATS_URL']!).port))).toContain("-ERR 'Authorization Violation'");
  expect(readEndpoints(dataDir).natsUrl).toBe(appEnv['NATS_URL']);
  expect(statSync(join(dataDir, 'nats.conf')).mode & 0o777).toBe(0o600);
  expect(appEnv['NATS_URL']).toMatch(/^nats:\/\/easel:[\w-]{32}@127\.0\.0\.1:\d+$/);
  signal(pid, 'SIGKILL');
  await reported('nats-server is back');
  expect(Number(readFileSync(pidFile, 'utf8'))).not.toBe(pid);
});
