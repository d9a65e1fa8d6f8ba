import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FactsOf } from '@easel/contracts/kernel/event';
import type { installationFacts } from '@easel/contracts/installation/events';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../local/free-port.ts';
import { startListening, type Listening } from '../local/listening.ts';
import { startPostgres, type Postgres } from '../local/postgres.ts';
import { startFakeNats } from '../local/testing/fake-nats.ts';
import { ensureCertificate } from '../local/tls-certificate.ts';
import { operator, startProduct, type Product } from './harness/product.ts';
import { People } from './harness/people.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';

const dist = (path: string): string => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));
const natsIsHere = spawnSync('nats-server', ['--version']).status === 0;
const passwords = { easel: 'role-w0rd', weak: 'weak-w0rd', admin: 'admin-w0rd', ops: 'ops-w0rd', nats: 'nats-w0rd' };

let folder: string;
let postgres: Postgres;
let stores: Store[];
let nats: { host: string; close(): Promise<unknown> };
let product: Product;
let people: People;

interface Store {
  readonly server: Listening;
  address(user: 'admin' | 'ops', password?: string): string;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-given-'));
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE ROLE easel LOGIN PASSWORD '${passwords.easel}'`);
  await client.query(`CREATE ROLE weak LOGIN PASSWORD '${passwords.weak}'`);
  for (const database of ['easel', 'other']) await client.query(`CREATE DATABASE ${database} OWNER easel`);
  for (const database of ['log0', 'log1']) await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  stores = [await startStore('log0'), await startStore('log1')];
  nats = natsIsHere ? await startNats() : await startFakeNats({ password: passwords.nats });
  const once = { faultPoint: 'installation.proposed', onceFile: join(folder, 'once'), restarts: true };
  product = await startProduct({ env: given(), ...once });
  people = new People(product);
});
afterAll(async () => {
  await product?.remove();
  await nats?.close();
  await Promise.all((stores ?? []).map(({ server }) => server.stop()));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** With two accounts, over TLS. */
async function startStore(database: string): Promise<Store> {
  const place = join(folder, database);
  const files = await ensureCertificate(place);
  const users = { admin: { password: passwords.admin, admin: true }, ops: { password: passwords.ops } };
  writeFileSync(join(place, 'users.json'), JSON.stringify(users), { mode: 0o600 });
  const url = Object.assign(new URL(postgres.url), { pathname: database });
  const tls = ['--tls-cert', files.cert, '--tls-key', files.key];
  const server = await startListening({
    name: database,
    program: process.execPath,
    args: [
      dist('stand-ins/event-store/main.js'),
      '--port',
      '0',
      '--postgres-env',
      'STORE',
      '--users',
      join(place, 'users.json'),
      ...tls,
    ],
    env: { ...process.env, STORE: url.href },
    log: join(folder, `${database}.log`),
    warn: () => undefined,
  });
  return {
    server,
    address: (user, password = passwords[user]) =>
      `esdb://${user}:${password}@127.0.0.1:${server.port}?tls=true&tlsCAFile=${encodeURIComponent(files.cert)}`,
  };
}

async function startNats(): Promise<typeof nats> {
  const port = await freePort();
  const config = join(folder, 'nats.conf');
  writeFileSync(config, `authorization { user: "easel", password: "${passwords.nats}" }\n`, { mode: 0o600 });
  const server: ChildProcess = spawn('nats-server', ['-c', config, '-a', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
  });
  return {
    host: `127.0.0.1:${port}`,
    close: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

const databaseAs = (role: 'easel' | 'weak', password: string = passwords[role], database = 'easel'): string =>
  `postgres://${role}:${password}@127.0.0.1:${postgres.port}/${database}`;

const given = () => ({
  EVENT_STORE_URL: stores[0]!.address('admin'),
  DATABASE_URL: databaseAs('easel'),
  NATS_URL: `nats://easel:${passwords.nats}@${nats.host}`,
});

/** A start that is refused: what it said, with nothing else, and how it ended. */
async function refused(env: NodeJS.ProcessEnv): Promise<{ code: number | null; out: string; err: string }> {
  const dataDir = env['DATA_DIR'] ?? join(folder, randomUUID());
  const child = spawn(process.execPath, ['--no-deprecation', dist('local/main.js')], {
    env: { ...process.env, PORT: '0', ADMIN_EMAIL: operator.email, DATA_DIR: dataDir, ...given(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  for (const password of Object.values(passwords)) expect(out + err).not.toContain(password);
  // On a busy machine a look may take long enough to be spoken of.
  const said = err.trimEnd().split('\n');
  return { code, out, err: said.filter((line) => !line.startsWith('Waiting for ')).join('\n') };
}

test('a product on given servers draws and keeps its money right, though its first start died before the log knew', async () => {
  expect(existsSync(join(folder, 'once'))).toBe(true);
  expect(product.output).toMatch(
    /Event store +EventStoreDB at 127\.0\.0\.1:\d+\n +Database +PostgreSQL at .*\/easel\n +Bus +NATS at/,
  );
  expect(existsSync(join(product.dataDir, 'postgres'))).toBe(false);
  const member = await people.register();
  expect(await people.order(member)).toMatchObject({ kind: 'completed' });
  // The tool: one piece from the environment, the others of the installation.
  const audit = spawn(process.execPath, [dist('tools/audit/main.js'), 'verify'], {
    env: { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: given().DATABASE_URL },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(audit.stdout), text(audit.stderr), once(audit, 'close')]);
  expect(err).toMatch(
    /^PostgreSQL at .* from DATABASE_URL, EventStoreDB at .* and the master key from .*easel-faults/m,
  );
  expect(out).toMatch(/^clean; /);
});

test('the log and the database hold one id', async () => {
  await Records.of(product, async (records) => {
    const rows = await records.rows<{ id: string; confirmed: boolean }>(
      'select id, confirmed_at is not null as confirmed from vault.installation',
    );
    const begun: FactsOf<typeof installationFacts>['data'][] = [];
    for await (const { data } of records.log.read<FactsOf<typeof installationFacts>>('installation')) begun.push(data);
    expect(rows).toEqual([{ id: begun[0]?.installationId, confirmed: true }]);
    expect(begun).toHaveLength(1);
  });
});

test('another machine is told who holds the database', async () => {
  const { code, out, err } = await refused({});
  expect(err).toMatch(
    new RegExp(`^PostgreSQL at .*/easel is in use by process ${product.pid} on .* \\(${product.address}\\) since .*$`),
  );
  expect([code, out]).toEqual([1, '']);
});

test.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
  [
    'an account that may not read $all',
    () => ({ EVENT_STORE_URL: stores[0]!.address('ops') }),
    /^The account ops may not read \$all/,
  ],
  [
    'a wrong password of the event store',
    () => ({ EVENT_STORE_URL: stores[0]!.address('admin', 'wr0ng') }),
    /refuses the password of the account admin/,
  ],
  [
    'a certificate that nobody trusts',
    () => ({ EVENT_STORE_URL: stores[0]!.address('admin').replace(/&tlsCAFile.*/, '') }),
    /^The certificate of EventStoreDB at .* is not trusted/,
  ],
  [
    'a file of trust that is not there',
    () => ({ EVENT_STORE_URL: stores[0]!.address('admin').replace(/tlsCAFile=.*/, 'tlsCAFile=/no.pem') }),
    /^\/no\.pem, the tlsCAFile of EVENT_STORE_URL, does not exist/,
  ],
  [
    'a wrong password of the database',
    () => ({ DATABASE_URL: databaseAs('easel', 'wr0ng') }),
    /^PostgreSQL at .* refuses the password/,
  ],
  ['a role that may not create', () => ({ DATABASE_URL: databaseAs('weak') }), /^The role weak may not create schemas/],
  [
    'a wrong password of NATS',
    () => ({ NATS_URL: `nats://easel:wr0ng@${nats.host}` }),
    /^NATS at .* refuses the account/,
  ],
])('%s: it does not start, and says so in one sentence', async (_, env, sentence) => {
  const { code, out, err } = await refused(env());
  expect(err).toMatch(sentence);
  expect(err.split('\n')).toHaveLength(1);
  expect([code, out]).toEqual([1, '']);
});

test('what does not belong together does not start: another log, another database, another key', async () => {
  const [owner] = await Records.of(product, (records) =>
    records.rows<{ id: string }>('select id from vault.installation'),
  );
  const id = owner?.id;
  await product.stop();
  const { dataDir } = product;
  const sentences = [
    await refused({ DATA_DIR: dataDir, EVENT_STORE_URL: stores[1]!.address('admin') }),
    await refused({ DATA_DIR: dataDir, DATABASE_URL: databaseAs('easel', passwords.easel, 'other') }),
    await refused({ DATA_DIR: dataDir, MASTER_KEY: 'ab'.repeat(32) }),
  ];
  expect(sentences.map(({ code, out }) => [code, out])).toEqual([
    [1, ''],
    [1, ''],
    [1, ''],
  ]);
  expect(sentences.map(({ err }) => err)).toEqual([
    expect.stringMatching(
      new RegExp(`^PostgreSQL at .*/easel belongs to installation ${id}, and EventStoreDB at .* to none: .*$`),
    ),
    expect.stringMatching(
      new RegExp(`^EventStoreDB at .* belongs to installation ${id}, and PostgreSQL at .*/other to none: .*$`),
    ),
    expect.stringMatching(/^MASTER_KEY is not the key that this database began with: .*$/),
  ]);
  await product.start({ env: given() });
  expect(await people.order(await people.register())).toMatchObject({ kind: 'completed' });
});

test('a database that goes away and comes back leaves the product running and its hold taken again', async () => {
  const holder = async (): Promise<number | undefined> => {
    const client = new Client({ connectionString: postgres.url.replace(/\/postgres$/, '/easel') });
    try {
      await client.connect();
      const { rows } = await client.query<{ backend: number }>(
        `SELECT backend FROM vault.holder JOIN pg_locks lock ON lock.pid = backend AND locktype = 'advisory' AND granted`,
      );
      return rows[0]?.backend;
    } finally {
      await client.end();
    }
  };
  const before = await holder();
  const { port } = postgres;
  await postgres.stop();
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log'), port });
  await until(async () => {
    const now = await holder();
    return now !== undefined && now !== before;
  });
  await product.ready();
  expect(product.deaths).toBe(1); // the one that was planted
});
