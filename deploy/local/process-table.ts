import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const linux = process.platform === 'linux';

/**
 * When the process began, in a form that only equality is asked of: together with the pid it names one process, since
 * pids are used again. Undefined when no such process runs; one that ended but was not yet reaped counts as gone.
 */
export function processStart(pid: number): string | undefined {
  return linux ? startOnLinux(pid) : startByPs(pid);
}

/** The program and its arguments, with a space before, between and behind them; empty when it cannot be read. */
export function commandLine(pid: number): string {
  const line = linux ? read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') : ps(pid, 'command=');
  return line === undefined ? '' : ` ${line.trim()} `;
}

/** Pids of the processes that work in this folder (its real path). Only Linux tells; elsewhere there are none. */
export function processesWorkingIn(folder: string): number[] {
  if (!linux) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => processStart(pid) !== undefined && workingFolder(pid) === folder);
}

/** Whether the process was gone before the deadline. */
export async function goneWithin(pid: number, deadlineMs: number): Promise<boolean> {
  const start = processStart(pid);
  const deadline = performance.now() + deadlineMs;
  while (start !== undefined && processStart(pid) === start) {
    if (performance.now() >= deadline) return false;
    await sleep(10);
  }
  return true;
}

/** Sends a signal; a process that ended meanwhile is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function startOnLinux(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The program's name, in brackets, may itself hold spaces and brackets; the fields proper follow the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticksSinceBoot] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || ticksSinceBoot === undefined) return undefined;
  return `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${ticksSinceBoot}`;
}

function startByPs(pid: number): string | undefined {
  const [state, ...started] = (ps(pid, 'stat=,lstart=') ?? '').trim().split(/\s+/);
  return state === undefined || state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // it ended meanwhile, or belongs to another user
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // likewise
  }
}

function ps(pid: number, columns: string): string | undefined {
  try {
    return execFileSync('ps', ['-ww', '-o', columns, '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return undefined; // ps exits 1 where there is no such process
  }
}
