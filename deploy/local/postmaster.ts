import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { commandLine, goneWithin, processesWorkingIn, processStart, signal } from './process-table.ts';

/** What a running server writes down in its `postmaster.pid`; the file may be older than the process of that pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string; // starting, ready, standby, stopping
}

/** How long an earlier run's server is waited for. */
export interface OrphanTimeouts {
  /** For an answer; 5 s. */
  readonly answerMs: number;
  /** For its end after it was asked to end, before it is killed; 2 s. */
  readonly endMs: number;
}

const killedMs = 2_000;
const orphanTimeouts: OrphanTimeouts = { answerMs: 5_000, endMs: 2_000 };
const recoveryDeadlineMs = 120_000;

export function readPostmaster(dataDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

/** Whether this very process is a PostgreSQL server of this data directory (its real path), and no later namesake. */
export function isPostmasterOf(pid: number, dataDir: string): boolean {
  if (!(pid > 1) || processStart(pid) === undefined) return false;
  const line = commandLine(pid);
  return /[ /]postgres /.test(line) && line.includes(` -D ${dataDir} `);
}

/**
 * Deals with what an earlier run left in the data directory: answers a server that still runs and answers, so that it
 * is used on; otherwise ends it and what it left behind, and takes its pid file away.
 */
export async function settleOrphan(
  dataDir: string,
  url: (port: number) => string,
  { answerMs, endMs }: OrphanTimeouts = orphanTimeouts,
): Promise<Postmaster | undefined> {
  const found = readPostmaster(dataDir);
  if (!found) return undefined;
  if (isPostmasterOf(found.pid, dataDir)) {
    if (await answers(dataDir, found.pid, url, answerMs)) return readPostmaster(dataDir);
    await end(found.pid, endMs);
  }
  await endBackends(dataDir);
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
  return undefined;
}

/** Ends a server that does not answer: without waiting for its clients, then without asking. */
async function end(pid: number, endMs: number): Promise<void> {
  signal(pid, 'SIGQUIT');
  if (await goneWithin(pid, endMs)) return;
  signal(pid, 'SIGKILL');
  await goneWithin(pid, killedMs);
}

/** Those of a killed server leave by themselves, mostly at once; while one stays, no other server can start. */
async function endBackends(dataDir: string): Promise<void> {
  const backends = processesWorkingIn(dataDir).filter((pid) => / postgres[: ]|\/postgres /.test(commandLine(pid)));
  await Promise.all(
    backends.map(async (pid) => {
      if (await goneWithin(pid, 1_000)) return;
      signal(pid, 'SIGKILL');
      await goneWithin(pid, 1_000);
    }),
  );
}

async function answers(
  dataDir: string,
  pid: number,
  url: (port: number) => string,
  answerMs: number,
): Promise<boolean> {
  const begun = performance.now();
  while (isPostmasterOf(pid, dataDir)) {
    const { port, status } = readPostmaster(dataDir) ?? { port: 0, status: '' };
    const reply = port > 0 && status !== 'stopping' ? await greet(url(port)) : 'nothing';
    if (reply === 'welcome') return true;
    // After a crash it replays its log before it lets anyone in, and says so: that is a server alive.
    const deadlineMs = reply === 'recovering' ? recoveryDeadlineMs : answerMs;
    if (performance.now() - begun > deadlineMs) return false;
    await sleep(50);
  }
  return false;
}

async function greet(url: string): Promise<'welcome' | 'recovering' | 'nothing'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  client.on('error', () => undefined); // told by the refused query already
  try {
    await client.connect();
    await client.query('select 1');
    return 'welcome';
  } catch (error) {
    return (error as { code?: unknown }).code === '57P03' ? 'recovering' : 'nothing';
  } finally {
    client.end().catch(() => undefined);
  }
}
