import { pause } from '@easel/kernel/server/backoff';
import type { Log } from './log.ts';

/** How long it may take at most until a process knows of it. */
const LOOK_EVERY_MS = 500;

interface Held {
  paused: AbortController;
  resumed: PromiseWithResolvers<void>;
}

/**
 * Which projectors somebody wants to stand still, as this process knows it: it looks again and again, and when woken.
 */
export class Pauses {
  private readonly held = new Map<string, Held>();
  private looking: Promise<void> | undefined;

  /** `read` gives the names of the projections that are to stand still. */
  constructor(
    private readonly read: () => Promise<ReadonlySet<string>>,
    private readonly logger: Log,
  ) {}

  /** Looks until the signal ends it. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look().catch((error: unknown) => this.logger.debug({ err: error }, 'Pauses were not read'));
      await pause(LOOK_EVERY_MS, signal);
    }
  }

  /** Throws what reading throws; what was known before then still holds. */
  async look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  isPaused(name: string): boolean {
    return this.of(name).paused.signal.aborted;
  }

  /** Aborts when it is to stand still. */
  pausing(name: string): AbortSignal {
    return this.of(name).paused.signal;
  }

  /** Resolves when it may go on, or the signal ends the wait. */
  async untilResumed(name: string, signal: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<void>();
    const end = (): void => ended.resolve();
    signal.addEventListener('abort', end, { once: true });
    try {
      if (this.isPaused(name) && !signal.aborted) await Promise.race([this.of(name).resumed.promise, ended.promise]);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  private async lookOnce(): Promise<void> {
    const wanted = await this.read();
    for (const name of wanted) this.of(name).paused.abort();
    for (const [name, { resumed }] of this.held) {
      if (wanted.has(name) || !this.isPaused(name)) continue;
      this.held.delete(name);
      resumed.resolve();
    }
  }

  private of(name: string): Held {
    let held = this.held.get(name);
    if (!held) this.held.set(name, (held = { paused: new AbortController(), resumed: Promise.withResolvers() }));
    return held;
  }
}
