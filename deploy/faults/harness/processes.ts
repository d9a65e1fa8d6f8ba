import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, processesWorkingIn, processStart, signal } from '../../local/process-table.ts';

/** Stands in the environment of every process of one product, with the product's own id. */
export const MARK = 'EASEL_FAULTS_PRODUCT';

/** In a product's data directory: what an event store beside it keeps, in a PostgreSQL of its own. */
export const STORE_DATA = 'store-beside';

/** Names a product, and the test process that it belongs to. */
export const markOf = (owner: number): string => `${owner}/${processStart(owner) ?? ''}/${randomUUID()}`;

/** Ends the products of test processes that were killed before they could do so. */
export function endOrphans(): void {
  for (const pid of allPids()) {
    const [owner, start] = markIn(pid)?.split('/') ?? [];
    if (owner !== undefined && processStart(Number(owner)) !== start) signal(pid, 'SIGKILL');
  }
}

/** Every living process of a product, PostgreSQL's included. Linux tells; elsewhere this suite cannot run. */
export function processesOf(id: string, dataDir: string): number[] {
  const marked = allPids().filter((pid) => markIn(pid) === id && processStart(pid) !== undefined);
  return [...new Set([...marked, ...postgresOf(dataDir), ...postgresOf(dataDir, STORE_DATA)])];
}

/** PostgreSQL writes over its environment to show what it does, so it is known by where it works. */
export function postgresOf(dataDir: string, folder = 'postgres'): number[] {
  try {
    return processesWorkingIn(realpathSync(join(dataDir, folder)));
  } catch {
    return []; // not made yet
  }
}

/** Every process of the product whose command line says so: after a death the old one may still be ending. */
export const partsOf = (id: string, dataDir: string, words: string): number[] =>
  processesOf(id, dataDir).filter((pid) => commandLine(pid).includes(words));

/** The one process of the product whose command line says so. */
export function partOf(id: string, dataDir: string, words: string): number {
  const found = partsOf(id, dataDir, words);
  const [pid] = found;
  if (pid === undefined || found.length > 1) throw new Error(`${found.length} processes of the product say "${words}"`);
  return pid;
}

/** The same signal to all of them, with nothing between. */
export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) signal(pid, name);
}

/** Resident memory in MiB. */
export function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

const allPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function markIn(pid: number): string | undefined {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return variables.find((variable) => variable.startsWith(`${MARK}=`))?.slice(MARK.length + 1);
  } catch {
    return undefined; // it ended meanwhile
  }
}
