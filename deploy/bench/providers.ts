import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isEnd } from '@easel/contracts/generation/view';
import { plantFacts, requestFact } from '../faults/harness/planted.ts';
import { residentMib } from '../faults/harness/processes.ts';
import { startProduct, type Product } from '../faults/harness/product.ts';
import { ProvidersBeside } from '../faults/harness/providers-beside.ts';
import { generationFacts, Records, streamsOf } from '../faults/harness/records.ts';
import { until } from '../faults/harness/until.ts';
import type { BenchRow } from './row.ts';
import { isSmoke, size } from './size.ts';

/** Calls in flight on one worker. */
const CALLS = size(100, 3);
/** Time that the provider takes, so long that no call ends during the measurement. */
const DELAY_MS = 600_000;
/** Pause in which earlier garbage is collected. */
const REST_MS = size(15_000, 200);
/** Lowest acceptable ratio of a resting worker's memory to a waiting one's. */
const MEMORY_GOAL = 1 / 1.25;

/** The two ways to wait for a call: on its connection, or by polling a task. FLUX allows only 24 tasks at a time. */
const protocols = [
  { name: 'openai', waits: 'answered late' },
  { name: 'mystic', waits: 'polled' },
] as const;
type Protocol = (typeof protocols)[number];

/** Resources of a worker, including its render process. */
interface Use {
  readonly mib: number;
  readonly threads: number;
  /** Connections to the database. */
  readonly connections: number;
}

/** Measures what calls in flight cost a worker, compared to the same worker at rest. Linux only. */
export async function benchProviders(): Promise<BenchRow[]> {
  const providers = await ProvidersBeside.start({ concurrent: CALLS, timeoutSeconds: 900 });
  try {
    const rows: BenchRow[] = [];
    for (const protocol of protocols) {
      const product = await startProduct({ env: { ...providers.env, PROVIDER_SLOTS: String(CALLS) } });
      try {
        rows.push(...(await measure(product, providers, protocol)));
      } finally {
        await product.remove();
      }
    }
    return rows;
  } finally {
    await providers.remove();
  }
}

async function measure(product: Product, providers: ProvidersBeside, { name, waits }: Protocol): Promise<BenchRow[]> {
  // Make one picture first: it loads shared code.
  await ended(product, await order(product, name, 1));
  await sleep(REST_MS);
  const resting = await useOf(product);
  await providers.control.clear();
  await providers.control.change(name, { delayMs: DELAY_MS });
  await order(product, name, CALLS);
  await until(async () => ((await providers.control.counts())[name].ask ?? 0) >= CALLS);
  await sleep(REST_MS);
  const waiting = await useOf(product);
  await providers.control.change(name, { delayMs: 0 });
  const calls = `${CALLS} calls in flight, ${waits}`;
  return [
    row(`memory of a worker, ${calls}`, resting.mib, waiting.mib, MEMORY_GOAL, 'MB'),
    row(`its threads, ${calls}`, resting.threads, waiting.threads, 1),
    row(`its database connections, ${calls}`, resting.connections, waiting.connections, 1),
  ];
}

/** Requests one picture for each of `pictures` members. */
async function order(product: Product, provider: string, pictures: number): Promise<string[]> {
  const facts = Array.from({ length: pictures }, () =>
    requestFact({ memberId: randomUUID(), prompt: `an owl that reads ${randomUUID()}`, provider }),
  );
  await Records.of(product, async (records) => {
    for (const fact of facts) await plantFacts(records, 'none', [fact]);
  });
  return facts.map(({ data }) => data.generationId);
}

/** Waits until all generations are completed. Throws when one ends otherwise. */
async function ended(product: Product, ids: readonly string[]): Promise<void> {
  const open = new Set(ids);
  await until(
    () =>
      Records.of(product, async (records) => {
        for (const [stream, events] of streamsOf(await records.streams(), 'generation')) {
          const end = generationFacts(events).find(({ type }) => isEnd(type));
          if (!end || !open.delete(stream.slice('generation-'.length))) continue;
          if (end.type !== 'GenerationCompleted') throw new Error(`a picture ended: ${JSON.stringify(end.data)}`);
        }
        return open.size === 0;
      }),
    { everyMs: 500, deadlineMs: 300_000, why: () => `(${open.size} pictures are not finished)` },
  );
}

async function useOf(product: Product): Promise<Use> {
  const worker = product.partPid('imaging');
  const pids = [worker, ...childrenOf(worker, product)];
  const connections = await Records.of(product, async ({ pool }) => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name like '%imaging%'`,
    );
    return rows[0]?.count ?? 0;
  });
  return {
    mib: pids.reduce((sum, pid) => sum + residentMib(pid), 0),
    threads: pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/task`).length, 0),
    connections,
  };
}

const childrenOf = (parent: number, product: Product): number[] =>
  product
    .processes()
    .filter((pid) => Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === parent);

const row = (what: string, resting: number, waiting: number, goal: number, unit = ''): BenchRow => ({
  what,
  bare: `${Math.round(resting)} ${unit}`.trim(),
  ours: `${Math.round(waiting)} ${unit}`.trim(),
  ratio: resting / waiting,
  goal: isSmoke ? 0 : goal,
});
