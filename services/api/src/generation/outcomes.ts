import { generationStream } from '@easel/contracts/generation/stream';
import { endTypes, hasEnded } from '@easel/contracts/generation/view';
import { EventLog } from '@easel/kernel/log/event-log';
import { timeLimit } from '@easel/kernel/server/backoff';
import { Following, unshared } from '@easel/kernel/following/following';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { GenerationLookup, type FoundGeneration } from './generation.lookup.ts';

/**
 * Tells a waiting request when its generation has ended: one subscription a process, from now on. Whatever it may have
 * missed is read from the stream, once when the wait begins and once after every reconnect.
 */
@Injectable()
export class GenerationOutcomes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiters = new Map<string, Set<() => void>>();
  private readonly stop = new AbortController();
  private following: Following | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly lookup: GenerationLookup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.following = new Following({
      name: 'outcomes',
      log: this.log,
      categories: [generationStream.category],
      types: endTypes,
      stored: true,
      logger: this.logger,
      signal: this.stop.signal,
      hold: unshared,
      begin: () =>
        Promise.resolve({
          after: 'end',
          handle: (facts) => {
            for (const { stream } of facts) this.wake(generationStream.idOf(stream));
          },
          caughtUp: () => this.wakeAll(),
        }),
    });
  }

  /** Lets go of every waiting request: each is answered with what it knows. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    this.wakeAll();
    await this.following?.done;
  }

  /** The generation once it has ended; as it stands when time is up or the server drains. */
  async wait(generationId: string, timeoutMs: number): Promise<FoundGeneration | undefined> {
    const timeout = timeLimit(timeoutMs);
    for (;;) {
      const woken = this.next(generationId, timeout);
      const view = await this.lookup.find(generationId);
      if (!view || hasEnded(view) || timeout.aborted || this.stop.signal.aborted) {
        woken.cancel();
        return view;
      }
      await woken.promise;
    }
  }

  /** Registered before the stream is read, so that nothing falls between the two. */
  private next(generationId: string, timeout: AbortSignal): { promise: Promise<void>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.waiters.get(generationId) ?? new Set();
    this.waiters.set(generationId, waiting);
    const wake = (): void => {
      timeout.removeEventListener('abort', wake);
      waiting.delete(wake);
      if (waiting.size === 0 && this.waiters.get(generationId) === waiting) this.waiters.delete(generationId);
      resolve();
    };
    waiting.add(wake);
    timeout.addEventListener('abort', wake, { once: true });
    return { promise, cancel: wake };
  }

  private wake(generationId: string): void {
    for (const wake of this.waiters.get(generationId) ?? []) wake();
  }

  private wakeAll(): void {
    for (const generationId of this.waiters.keys()) this.wake(generationId);
  }
}
