import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { startChild, type Child } from './child-process.ts';
import { freePort } from './free-port.ts';
import { writeOwnersFile } from './owners-file.ts';
import { commandLine, goneWithin, signal } from './process-table.ts';

export interface NatsOptions {
  readonly program: string;
  readonly port?: number;
  /** Of whoever calls. Of letters, digits, - and _. */
  readonly password: string;
  /** Where the server reads it: others may read arguments, but not this file. */
  readonly configFile: string;
  readonly pidFile: string;
  readonly log: string;
  readonly warn: (line: string) => void;
}

export interface Nats extends Child {
  readonly port: number;
  /** With the password. */
  readonly url: string;
}

const USER = 'easel';

/** The program's path where it is on the PATH. */
export function findNatsServer(env: NodeJS.ProcessEnv): string | undefined {
  const candidates = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return candidates.map((folder) => join(folder, 'nats-server')).find(executable);
}

/** A bare nats-server of this machine alone, without JetStream: what it carries are hints that may get lost. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const { program, password, configFile, pidFile, log, warn } = options;
  await endOrphan(pidFile);
  writeOwnersFile(configFile, `authorization { user: "${USER}", password: "${password}" }\n`);
  const port = options.port ?? (await freePort());
  const listen = ['-c', configFile, '-a', '127.0.0.1', '-p', String(port), '-P', pidFile];
  const [first = program, ...args] = [...diesWithParent(), program, ...listen];
  const ready = (line: string) => line.includes('Server is ready');
  const child = await startChild({ name: 'nats-server', program: first, args, env: process.env, log, warn, ready });
  return { ...child, answers: () => greets(port), port, url: `nats://${USER}:${password}@127.0.0.1:${port}` };
}

const GREETING_MS = 5_000;

/** Resolves when the server greets a new connection, as NATS does first of all. */
async function greets(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').setTimeout(GREETING_MS, () => socket.destroy(new Error('no greeting')));
  try {
    await once(socket, 'data');
  } finally {
    socket.destroy();
  }
}

/** It does not watch its stdin as our own processes do, so where the kernel can, the kernel ends it after us. */
function diesWithParent(): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'TERM'];
  try {
    execFileSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' });
    return prefix;
  } catch {
    return [];
  }
}

async function endOrphan(pidFile: string): Promise<void> {
  let pid: number;
  try {
    pid = Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return;
  }
  if (!(pid > 1) || !commandLine(pid).includes(` -P ${pidFile} `)) return;
  signal(pid, 'SIGTERM');
  if (!(await goneWithin(pid, 2_000))) signal(pid, 'SIGKILL');
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
