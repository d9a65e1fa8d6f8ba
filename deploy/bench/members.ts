import { resolve } from 'node:path';
import { startProduct } from '../faults/harness/product.ts';
import { audit } from '../faults/harness/audit.ts';
import { routes, type Route, SiteOfMembers } from './site-of-members.ts';
import { percentile } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { isSmoke, size } from './size.ts';

const MEMBERS = size(200, 3);
const MINUTES = size(10, 0.05);
const P99_GOAL = 0.9;
/** Caches may still fill in the second half. */
const MEMORY_GOAL = 0.9;

interface Measured {
  times: Readonly<Record<Route, readonly number[]>>;
  errors: readonly string[];
  /** MiB of all processes after half of the time and at the end. */
  memory: { half: number; end: number };
  events: number;
}

/**
 * 200 members use the whole product for ten minutes: they browse, search, generate and buy. Shows the 99th percentile
 * of each route's time, refusals, memory, and whether every credit is accounted for afterwards. Beside it the built
 * checkout that `BENCH_BEFORE` names, with the same visits, one after the other.
 */
export async function benchMembers(): Promise<BenchRow[]> {
  const checkout = process.env['BENCH_BEFORE'];
  const before = checkout === undefined ? undefined : await measure({ checkout: resolve(checkout) });
  const ours = await measure({});
  return [
    ...routes.map((route) => timeRow(route, before?.times[route], ours.times[route])),
    {
      what: 'requests that failed',
      bare: before ? String(before.errors.length) : '0 allowed',
      ours: [String(ours.errors.length), ...new Set(ours.errors)].join(' '),
      ratio: ours.errors.length === 0 ? 1 : 0,
      goal: 1,
    },
    {
      what: 'memory after half of the time and at the end',
      bare: before ? megabytes(before.memory) : '',
      ours: megabytes(ours.memory),
      ratio: ours.memory.half / ours.memory.end,
      goal: isSmoke ? 0 : MEMORY_GOAL,
    },
    {
      what: 'ledger exact, by an audit of all events',
      bare: before ? `${before.events} events` : '',
      ours: `${ours.events} events`,
      ratio: 1, // a discrepancy ends the bench
      goal: 1,
    },
  ];
}

async function measure(options: { checkout?: string }): Promise<Measured> {
  const product = await startProduct({ ...options, env: { RATE_LIMIT_SCALE: '1000' } });
  try {
    const site = await SiteOfMembers.open(product, MEMBERS);
    const memory = await site.spend(MINUTES * 60_000);
    const { events } = await audit(product, site.people);
    return { times: site.times, errors: site.errors, memory, events };
  } finally {
    await product.remove();
  }
}

function timeRow(route: Route, before: readonly number[] | undefined, ours: readonly number[]): BenchRow {
  const [bareMs, ourMs] = [before && percentile(before, 99), percentile(ours, 99)];
  return {
    what: `${route}, p99`,
    bare: bareMs === undefined ? '' : `${Math.round(bareMs)} ms of ${before?.length}`,
    ours: `${Math.round(ourMs)} ms of ${ours.length}`,
    ratio: bareMs === undefined ? 1 : bareMs / ourMs,
    goal: bareMs === undefined || isSmoke ? 0 : P99_GOAL,
  };
}

const megabytes = ({ half, end }: Measured['memory']): string => `${Math.round(half)} → ${Math.round(end)} MB`;
