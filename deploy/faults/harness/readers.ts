import { Agent, request } from 'node:http';

export interface Reading {
  /** Of every reply, in ms. */
  readonly latenciesMs: number[];
  /** What was no whole reply of 200. */
  readonly failures: string[];
  /** When the last of them has ended. */
  readonly done: Promise<void>;
}

/** So many who read these paths over and over, each on a connection that stays open, until the signal ends it. */
export function readOver(
  address: string,
  paths: readonly string[],
  { readers, signal }: { readers: number; signal: AbortSignal },
): Reading {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const latenciesMs: number[] = [];
  const failures: string[] = [];
  const read = async (first: number): Promise<void> => {
    for (let n = first; !signal.aborted; n++) {
      const path = paths[n % paths.length] ?? '/';
      const begun = performance.now();
      try {
        const { status, bytes } = await get(address + path, agent);
        latenciesMs.push(performance.now() - begun);
        if (status !== 200 || bytes === 0) failures.push(`${path} answered ${status}`);
      } catch (error) {
        failures.push(`${path}: ${String(error)}`);
      }
    }
  };
  const reading = Array.from({ length: readers }, (_, reader) => read(reader * 7));
  return { latenciesMs, failures, done: Promise.all(reading).then(() => agent.destroy()) };
}

function get(url: string, agent: Agent): Promise<{ status: number; bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: number }>();
  const sent = request(url, { agent }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => (bytes += chunk.length));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
    response.on('error', reject);
  });
  sent.on('error', reject).end();
  return promise;
}

/** Of the values, the one that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], hundredth: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * hundredth) / 100))] ?? Number.NaN;
}
