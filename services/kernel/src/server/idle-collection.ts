import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface IdleCollectionOptions {
  /** How often it looks; the process counts as idle when it was for a whole interval. */
  readonly everyMs?: number;
  readonly collect?: () => void;
  /** Microseconds of processor time since the start of the process. */
  readonly cpuMicros?: () => number;
  readonly heapBytes?: () => number;
}

/**
 * A collection in full also shrinks the space for new objects, so that the next burst collects often and is slow. A
 * pause of some seconds between two bursts is no idleness.
 */
const EVERY_MS = 20_000;
/** A share of one processor that heartbeats, polls and subscriptions stay below, also on a busy machine. */
const IDLE_SHARE = 0.15;
/** Garbage below this share of the heap is not worth a pause. */
const GROWTH = 1.15;

/**
 * Collects garbage in full once a process has become idle. V8 collects while it allocates: a process that stops working
 * keeps the heap of its busiest minute. Returns the function that stops it.
 */
export function collectWhenIdle(options: IdleCollectionOptions = {}): () => void {
  const { everyMs = EVERY_MS, collect = collectAll, cpuMicros = cpuMicrosUsed, heapBytes = heapSize } = options;
  let cpu = cpuMicros();
  let collected = 0;
  let isSettling = false;
  const timer = setInterval(() => {
    const now = cpuMicros();
    const share = (now - cpu) / (everyMs * 1_000);
    cpu = now;
    // V8 gives pages back for a while after a collection: the heap is measured an interval later.
    if (isSettling) collected = heapBytes();
    isSettling = false;
    if (share > IDLE_SHARE || heapBytes() < collected * GROWTH) return;
    collect();
    isSettling = true;
    cpu = cpuMicros(); // the collection itself is no work
  }, everyMs).unref();
  return () => clearInterval(timer);
}

function cpuMicrosUsed(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function heapSize(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

let exposed: (() => void) | undefined;

function collectAll(): void {
  if (!exposed) {
    setFlagsFromString('--expose-gc');
    exposed = runInNewContext('gc') as () => void;
  }
  exposed();
}
