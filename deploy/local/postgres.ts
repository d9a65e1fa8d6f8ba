import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { ensureCluster, handOver, superuser } from './postgres-cluster.ts';
import { chooseLauncher, launch, type Launcher } from './postgres-launcher.ts';
import { readPostmaster, settleOrphan, type OrphanTimeouts } from './postmaster.ts';
import { goneWithin, processStart, signal } from './process-table.ts';

export interface PostgresOptions {
  readonly dataDir: string;
  /** The file that the server's log is appended to. */
  readonly log: string;
  /** A free one where none is given. An adopted server keeps its own. */
  readonly port?: number;
  /** PostgreSQL's own settings by their names, over those below. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly launcher?: Launcher;
  readonly orphan?: OrphanTimeouts;
}

export interface Postgres {
  /** As superuser, to the database `postgres`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Whether it was found running, left by a run that was killed. */
  readonly adopted: boolean;
  /** Lets no one in, ends every session, and resolves when the server is gone; harmless when it is already. */
  stop(): Promise<void>;
  /** Ends it at once; its next start replays what was committed. */
  kill(): void;
  /** Called once when the server is gone, also by `stop`. */
  onExit(callback: () => void): void;
}

const readyDeadlineMs = 120_000; // a crash under load is replayed before anyone is let in
const stopDeadlineMs = 10_000;

/** For two cores and a modest memory; a commit is on the disk before it is acknowledged. */
const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a deep folder would exceed the length a socket's path may have
  max_connections: '100', // the app uses about forty, and so does a second projections process
  shared_buffers: '48MB', // the system's own cache holds the rest, and gives it back when others need the memory
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  io_method: 'sync', // three worker processes that read ahead gain nothing on data that fits the system's cache
  max_logical_replication_workers: '0', // and no process that would launch them
  jit: 'off', // our statements are short: compiling them costs more than it gains
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/**
 * PostgreSQL on 127.0.0.1, in a session of its own: killing our process group leaves it running, and the next start on
 * the same directory adopts it. Throws with the end of the server's log when it does not come up.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const place = resolve(options.dataDir);
  const launcher = options.launcher ?? chooseLauncher(place);
  const { initdb, postgres } = findPostgresBinaries();
  mkdirSync(dirname(resolve(options.log)), { recursive: true });
  const password = await ensureCluster(place, initdb, launcher);
  const dataDir = realpathSync(place);
  const url = (port: number) => `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;

  const orphan = await settleOrphan(dataDir, url, options.orphan);
  if (orphan) return running(orphan.pid, orphan.port, url(orphan.port));

  await handOver(dataDir, launcher, statSync(dataDir).uid);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const settings = Object.entries({ ...defaults, ...options.settings, port: String(port) });
    const args = ['-D', dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const call = launch(launcher, postgres, args);
    const logged = logEnd(options.log);
    const log = openSync(options.log, 'a', 0o600);
    const child = spawn(call.program, call.args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: withoutLibpqSettings(process.env),
      ...call.user,
    });
    closeSync(log);
    if (await ready(child, dataDir)) return running(child.pid!, port, url(port), child);
    const complaint = logSince(options.log, logged);
    const portTaken = complaint.includes('Address already in use') && options.port === undefined;
    if (!portTaken || attempt === 3) throw new Error(`PostgreSQL did not start in ${dataDir}:\n${complaint}`);
  }
}

/** Whether it came up; false when it ended instead, or was ended for taking too long. */
async function ready(child: ChildProcess, dataDir: string): Promise<boolean> {
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  const deadline = performance.now() + readyDeadlineMs;
  while (!ended) {
    const found = readPostmaster(dataDir);
    if (found?.pid === child.pid && found?.status === 'ready') return true;
    if (performance.now() > deadline) child.kill('SIGKILL');
    await sleep(10);
  }
  return false;
}

function running(pid: number, port: number, url: string, child?: ChildProcess): Postgres {
  const exited = child ? exitOfChild(child) : exitOfStranger(pid);
  let stopping: Promise<void> | undefined;
  return {
    url,
    port,
    pid,
    adopted: child === undefined,
    stop: () => (stopping ??= stop(pid)),
    kill: () => signal(pid, 'SIGQUIT'),
    onExit: (callback) => void exited.then(callback),
  };
}

function exitOfChild(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once('exit', () => done());
  });
}

/** An adopted server is not our child: nobody tells us of its end, so we look. */
function exitOfStranger(pid: number): Promise<void> {
  const start = processStart(pid);
  return new Promise((done) => {
    const timer = setInterval(() => {
      if (start !== undefined && processStart(pid) === start) return;
      clearInterval(timer);
      done();
    }, 200).unref();
  });
}

/** The fast shutdown first; where it takes too long the immediate one, whose crash recovery loses no commit. */
async function stop(pid: number): Promise<void> {
  const start = processStart(pid);
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (start === undefined || processStart(pid) !== start) return;
    signal(pid, name);
    if (await goneWithin(pid, name === 'SIGINT' ? stopDeadlineMs : 5_000)) return;
  }
}

/** PGDATA, PGPORT and the like of a newcomer's own PostgreSQL must not reach ours. */
function withoutLibpqSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PG')));
}

function logEnd(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function logSince(path: string, offset: number): string {
  return readFileSync(path).subarray(offset).toString('utf8').slice(-4_000).trim();
}
