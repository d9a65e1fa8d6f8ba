import { execFile } from 'node:child_process';
import { setInterval as every } from 'node:timers/promises';
import { promisify } from 'node:util';
import { START, type EventStoreDBClient } from '@eventstore/db-client';
import type { BenchRow } from './row.ts';

const SAMPLE_MS = 250;
// The store's caches hold 96 MB of events; the rest is the program, its buffers and garbage that is not collected yet.
const LIMIT_MB = { server: 450, client: 450 };

interface Memory {
  start: number;
  peak: number;
  end: number;
}

/** Sends every event of the log through one subscription, and tells what memory the server and this process took. */
export async function throughASubscription(
  { client, pid }: { client: EventStoreDBClient; pid: number },
  count: number,
): Promise<BenchRow[]> {
  const done = new AbortController();
  const [server, here] = [memoryOf(pid, done.signal), memoryOf(process.pid, done.signal)];
  const begun = performance.now();
  const subscription = client.subscribeToAll({ fromPosition: START });
  let events = 0;
  for await (const _ of subscription) {
    events += 1;
    if (events === count) await subscription.unsubscribe();
    if (events >= count) break;
  }
  const perSecond = Math.round((events * 1_000) / (performance.now() - begun));
  done.abort();
  const what = `${count} events through a subscription at ${perSecond}/s`;
  return [
    memoryRow(`${what}: memory of the server`, await server, LIMIT_MB.server),
    memoryRow(`${what}: memory of the client`, await here, LIMIT_MB.client),
  ];
}

const memoryRow = (what: string, { start, peak, end }: Memory, limit: number): BenchRow => ({
  what,
  bare: `${limit} MB allowed`,
  ours: `${start} MB at the start, ${peak} at most, ${end} at the end`,
  ratio: limit / peak,
  goal: 1,
});

/** Looks at a process's resident memory again and again until it is told to stop. */
async function memoryOf(pid: number, signal: AbortSignal): Promise<Memory> {
  const start = await residentMb(pid);
  const memory: Memory = { start, peak: start, end: start };
  const look = async () => {
    memory.end = await residentMb(pid);
    memory.peak = Math.max(memory.peak, memory.end);
  };
  try {
    for await (const _ of every(SAMPLE_MS, undefined, { signal })) await look();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await look();
  return memory;
}

async function residentMb(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Math.round(Number(stdout) / 1_024);
}
