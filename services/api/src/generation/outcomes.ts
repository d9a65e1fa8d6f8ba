import { generationStream } from '@easel/contracts/generation/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { backoffMs, pause, timeLimit } from '@easel/kernel/server/backoff';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { GenerationLookup, type GenerationView } from './generation.lookup.ts';

const TERMINAL = new Set(['GenerationCompleted', 'GenerationFailed', 'GenerationCancelled']);

/**
 * Tells a waiting request when its generation has ended: one subscription a process, from now on. Whatever it may have
 * missed is read from the stream, once when the wait begins and once after every reconnect.
 */
@Injectable()
export class GenerationOutcomes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiters = new Map<string, Set<() => void>>();
  private readonly stop = new AbortController();

  constructor(
    private readonly log: EventLog,
    private readonly lookup: GenerationLookup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.follow();
  }

  /** Lets go of every waiting request: each is answered with what it knows. */
  beforeApplicationShutdown(): void {
    this.stop.abort();
    this.wakeAll();
  }

  /** The generation once it has ended; as it stands when time is up or the server drains. */
  async wait(generationId: string, timeoutMs: number): Promise<GenerationView | undefined> {
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

  private async follow(): Promise<void> {
    const { signal } = this.stop;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        for await (const item of this.log.subscribe({
          categories: [generationStream.category],
          after: 'end',
          signal,
        })) {
          attempt = 0;
          if (item.kind === 'caught-up') this.wakeAll();
          else if (item.kind === 'fact' && TERMINAL.has(item.fact.type)) {
            this.wake(generationStream.idOf(item.fact.stream));
          }
        }
      } catch (error) {
        this.logger.warn({ err: error }, 'following outcomes was interrupted');
        await pause(backoffMs(attempt, 100, 5_000), signal);
      }
    }
  }

  private wake(generationId: string): void {
    for (const wake of this.waiters.get(generationId) ?? []) wake();
  }

  private wakeAll(): void {
    for (const generationId of this.waiters.keys()) this.wake(generationId);
  }
}

const hasEnded = ({ status }: GenerationView): boolean => status !== 'queued' && status !== 'processing';
