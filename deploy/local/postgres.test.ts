import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bySetpriv, chooseLauncher, inNamespace, type Launcher } from './postgres-launcher.ts';
import { isPostmasterOf, readPostmaster } from './postmaster.ts';
import { startPostgres, type Postgres, type PostgresOptions } from './postgres.ts';
import { goneWithin, processStart, signal } from './process-table.ts';
import { makeClusterTemplate, type ClusterTemplate } from './testing/cluster-template.ts';

const asRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const holdPostgres = fileURLToPath(new URL('testing/hold-postgres.ts', import.meta.url));

let folder: string;
let dataDir: string;
const servers: Postgres[] = [];
const children: ChildProcess[] = [];

let template: ClusterTemplate;
beforeAll(async () => {
  template = await makeClusterTemplate();
});
afterAll(() => template.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-postgres-')); // mode 0700
  dataDir = join(folder, 'postgres');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  const orphan = readPostmaster(dataDir);
  if (orphan && isPostmasterOf(orphan.pid, dataDir)) {
    signal(orphan.pid, 'SIGQUIT');
    await goneWithin(orphan.pid, 5_000);
  }
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const server = await startPostgres({ dataDir, log: join(folder, 'postgres.log'), ...options });
  servers.push(server);
  return server;
}

async function query(server: { url: string }, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => undefined); // a server that is killed tells its sessions so
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(sql)).rows.map((row) => row.value);
  } finally {
    await client.end();
  }
}

/** A run of ours that starts a server and can be killed; `as` is the user it runs as. */
async function startElsewhere(as: Partial<typeof nobody> = {}) {
  const child = spawn(process.execPath, ['--no-warnings', holdPostgres, dataDir], {
    detached: true, // a process group of its own, to be killed whole
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...as,
  });
  children.push(child);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    exited.then(() => Promise.reject(new Error('it ended without a server'))),
  ])) as [string];
  const kill = async () => {
    process.kill(-child.pid!, 'SIGKILL');
    await exited;
  };
  return { ...(JSON.parse(line) as { pid: number; port: number; url: string }), kill };
}

describe('a new server', () => {
  test('syncs what it acknowledges, takes passwords only, and is for this machine alone', async () => {
    const server = await start();
    const settings = `select setting as value from pg_settings where name = any('{fsync,listen_addresses,synchronous_commit}') order by name`;
    expect(await query(server, settings)).toEqual(['on', '127.0.0.1', 'on']);
    expect(await query(server, `select distinct auth_method as value from pg_hba_file_rules`)).toEqual([
      'scram-sha-256',
    ]);
    expect(await query(server, `select upper('é') || (select encoding from pg_database limit 1) as value`)).toEqual([
      'É6',
    ]);
    expect(statSync(`${dataDir}.password`).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    await expect(query({ url: server.url.replace(/:[^:@]+@/, ':wrong@') }, 'select 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });

  test('is made again after an interrupted initdb', async () => {
    template.copyTo(dataDir);
    rmSync(join(dataDir, 'PG_VERSION'));
    execFileSync('mv', [dataDir, `${dataDir}.new`]);
    expect(await query(await start(), 'select 1 as value')).toEqual([1]);
  });
});

describe('a server', () => {
  beforeEach(() => template.copyTo(dataDir));

  test('keeps its rows over a stop and a start, and says when it is gone', async () => {
    const first = await start();
    await query(first, 'create table kept as select 7 as value');
    const gone = new Promise<void>((resolve) => first.onExit(resolve));
    await first.stop();
    await gone;
    expect(processStart(first.pid)).toBeUndefined();
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select value from kept')).toEqual([7]);
  });

  test('stops although a session is busy', async () => {
    const server = await start();
    const busy = query(server, 'select pg_sleep(1000) as value').catch((error: unknown) => error);
    await query(server, 'select 1 as value');
    await server.stop();
    expect(await busy).toBeInstanceOf(Error);
  });

  test('that is killed comes back on the same port with every commit', async () => {
    const first = await start();
    await query(first, 'create table kept as select 7 as value');
    const gone = new Promise<void>((resolve) => first.onExit(resolve));
    signal(first.pid, 'SIGKILL');
    await gone;
    const second = await start({ port: first.port });
    expect(second.port).toBe(first.port);
    expect(await query(second, 'select value from kept')).toEqual([7]);
  });

  test('that cannot start says why, from its log', async () => {
    const server = await start();
    await server.stop();
    await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers.*plenty/);
  });
});

describe('what an earlier run left', () => {
  beforeEach(() => template.copyTo(dataDir));

  test('a live server is adopted after kill -9 of the whole process group of its starter', async () => {
    const run = await startElsewhere();
    await query(run, 'create table kept as select 7 as value');
    await run.kill();
    const server = await start();
    expect(server).toMatchObject({ pid: run.pid, port: run.port, adopted: true });
    expect(await query(server, 'select value from kept')).toEqual([7]);
    const gone = new Promise<void>((resolve) => server.onExit(resolve));
    await server.stop();
    await gone;
    expect(processStart(run.pid)).toBeUndefined();
  });

  test('a server that does not answer is ended, and its rows are kept', async () => {
    const run = await startElsewhere();
    await query(run, 'create table kept as select 7 as value');
    await run.kill();
    signal(run.pid, 'SIGSTOP');
    // A stopped process neither answers nor obeys, however long it is waited for.
    const server = await start({ orphan: { answerMs: 200, endMs: 500 } });
    expect(server.adopted).toBe(false);
    expect(processStart(run.pid)).toBeUndefined();
    expect(await query(server, 'select value from kept')).toEqual([7]);
  });

  test('sessions of a killed server that hang are ended too', async () => {
    const run = await startElsewhere();
    const client = new Client({ connectionString: run.url });
    client.on('error', () => undefined);
    await client.connect();
    const session = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
    await run.kill();
    signal(session, 'SIGSTOP');
    signal(run.pid, 'SIGKILL');
    expect(await goneWithin(run.pid, 5_000)).toBe(true);
    expect(await query(await start(), 'select 1 as value')).toEqual([1]);
    expect(processStart(session)).toBeUndefined();
    await client.end();
  });

  test('a pid file of a process that is no server is deleted, and the process left alone', async () => {
    const first = await start();
    const pidFile = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8');
    await first.stop();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'postgres', '-D', folder]);
    children.push(stranger);
    await once(stranger, 'spawn');
    writeFileSync(join(dataDir, 'postmaster.pid'), pidFile.replace(/^\d+/, String(stranger.pid)));
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(processStart(stranger.pid!)).toBeDefined();
  });

  test('a pid file of no process, or of no sense, is deleted', async () => {
    await (await start()).stop();
    for (const content of ['4194304\n', 'nonsense', '']) {
      writeFileSync(join(dataDir, 'postmaster.pid'), content);
      const server = await start();
      expect(await query(server, 'select 1 as value')).toEqual([1]);
      await server.stop();
    }
  });
});

describe.runIf(asRoot)('as root', () => {
  const ways: Launcher[] = [inNamespace(), bySetpriv(nobody), { way: 'other-user', prefix: [], account: nobody }];

  test.each(ways.map((launcher) => [launcher.way, launcher] as const))('by %s', async (way, launcher) => {
    if (way === 'other-user') chmodSync(folder, 0o711); // the one way that needs the folders above to be open
    const server = await start({ launcher });
    expect(await query(server, 'select 1 as value')).toEqual([1]);
    expect(statSync(dataDir).uid).toBe(way === 'user-namespace' ? 0 : nobody.uid);
    await server.stop();
    // Whatever comes next, with or without namespaces, goes on with the same data.
    expect(await query(await start(), 'select 1 as value')).toEqual([1]);
  });

  test('data made by root is handed over where namespaces are forbidden later', async () => {
    template.copyTo(dataDir);
    await (await start({ launcher: inNamespace() })).stop();
    expect(await query(await start({ launcher: bySetpriv(nobody) }), 'select 1 as value')).toEqual([1]);
  });

  test('a namespace is chosen for new data and for root’s, the owner for somebody’s', () => {
    expect(chooseLauncher(dataDir).way).toBe('user-namespace');
    chownSync(folder, nobody.uid, nobody.gid);
    expect(chooseLauncher(folder)).toMatchObject({ way: 'setpriv', account: nobody });
  });
});

describe.runIf(asRoot && reachableBy(nobody))('as a plain user', () => {
  test('it runs directly, is adopted by root, and goes on as its owner’s', async () => {
    chownSync(folder, nobody.uid, nobody.gid);
    const run = await startElsewhere(nobody);
    await query(run, 'create table kept as select 7 as value');
    await run.kill();
    const adopted = await start();
    expect(adopted.adopted).toBe(true);
    await adopted.stop();
    const server = await start();
    expect(await query(server, 'select value from kept')).toEqual([7]);
    await server.stop();
    expect(statSync(dataDir).uid).toBe(nobody.uid);
    expect(await query(await startElsewhere(nobody), 'select value from kept')).toEqual([7]);
  });
});

function reachableBy(user: typeof nobody): boolean {
  try {
    execFileSync(process.execPath, ['--version'], { ...user, cwd: '/', stdio: 'pipe' });
    execFileSync('test', ['-r', holdPostgres], { ...user, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
