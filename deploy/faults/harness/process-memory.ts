import { readFileSync } from 'node:fs';
import type { Product } from './product.ts';

export const memoryGroups = ['app', 'imaging', 'event store', 'card service', 'PostgreSQL', 'nats-server'] as const;
export type MemoryGroup = (typeof memoryGroups)[number];

/**
 * The proportional set size of a product by its parts, in MiB, each with its children: a page that several processes
 * share counts for each by its share, so that the figures add up. Linux alone has it.
 */
export function memoryOf(product: Product): Record<MemoryGroup, number> {
  const roots = new Map<number, MemoryGroup>([
    [product.pid, 'app'],
    ...rootOf(product, 'imaging', 'imaging'),
    ...rootOf(product, 'eventStore', 'event store'),
    ...rootOf(product, 'cardService', 'card service'),
    ...rootOf(product, 'nats', 'nats-server'),
  ]);
  const postgres = new Set(product.postgres());
  const memory = Object.fromEntries(memoryGroups.map((group) => [group, 0])) as Record<MemoryGroup, number>;
  for (const pid of product.processes()) {
    memory[postgres.has(pid) ? 'PostgreSQL' : groupOf(pid, roots)] += pssMib(pid);
  }
  return memory;
}

/** None where the part does not run, as nats-server on a machine without it. */
function rootOf(
  product: Product,
  part: Parameters<Product['partPid']>[0],
  group: MemoryGroup,
): [number, MemoryGroup][] {
  try {
    return [[product.partPid(part), group]];
  } catch {
    return [];
  }
}

/** The group of the nearest parent that is a part's own process. */
function groupOf(pid: number, roots: ReadonlyMap<number, MemoryGroup>): MemoryGroup {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parentOf(at)) {
    const group = roots.get(at);
    if (group) return group;
  }
  return 'app';
}

function parentOf(pid: number): number | undefined {
  const parent = /^PPid:\s+(\d+)$/m.exec(read(pid, 'status'))?.[1];
  return parent === undefined ? undefined : Number(parent);
}

/** 0 for a process that ended meanwhile. */
const pssMib = (pid: number): number => Number(/^Pss:\s+(\d+) kB$/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
