import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

export type Watched = ChildProcessWithoutNullStreams;

/** What a process took too much of: its time, memory, or room for what it writes. */
export type Excess = 'slow' | 'hungry' | 'large';

export interface Bounds {
  seconds: number;
  megabytes: number;
  signal?: AbortSignal | undefined;
  /** A line that it says beside its answer. */
  hear: (line: string) => void;
  /** Asked again and again while it runs. */
  isTooLarge?: () => Promise<boolean>;
}

const LOOK_EVERY_MS = 100;

/** A process that is ended as soon as it takes too much of anything, or nobody listens. */
export class WatchedProcess {
  /** Resolves when it is gone. */
  readonly over: Promise<void>;
  private readonly child: Watched;
  private excess: Excess | undefined;

  constructor(child: Watched, { seconds, megabytes, signal, hear, isTooLarge }: Bounds) {
    this.child = child;
    createInterface({ input: child.stderr }).on('line', hear);
    const late = setTimeout(() => this.end('slow'), 1_000 * seconds);
    const look = async (): Promise<void> => {
      if ((await residentMegabytes(child.pid ?? 0)) > megabytes) this.end('hungry');
      if (await isTooLarge?.()) this.end('large');
    };
    const watch = setInterval(() => void look(), LOOK_EVERY_MS);
    const leave = (): void => this.end();
    signal?.addEventListener('abort', leave, { once: true });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.over = promise;
    child.once('close', () => {
      signal?.removeEventListener('abort', leave);
      clearTimeout(late);
      clearInterval(watch);
      resolve();
    });
    if (signal?.aborted) this.end();
  }

  /** Of what it took too much; undefined where it ended for another reason. */
  get tookTooMuch(): Excess | undefined {
    return this.excess;
  }

  end(excess?: Excess): void {
    this.excess ??= excess;
    this.child.kill('SIGKILL');
  }
}

/** Lets whoever began a process hear of its end alone, however it comes. */
export function unheard(child: Watched): Watched {
  child.on('error', () => undefined); // it has ended then, which is told
  child.stdin.on('error', () => undefined);
  return child;
}

/** 0 where the system does not tell. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
