import type { ResolvedEvent } from '@eventstore/db-client';

/** Nothing came from the store, in the time that it had. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Ends a read that waits in vain; the time its reader takes for what came does not count. */
export class Silence {
  private waiting = true;
  private readonly timer: NodeJS.Timeout;

  constructor(reading: ClientStream, ms: number) {
    this.timer = setTimeout(() => {
      if (this.waiting) reading.destroy(new Unanswered(`nothing was heard for ${ms} ms`));
    }, ms);
  }

  over(): void {
    this.waiting = false;
  }

  begins(): void {
    this.waiting = true;
    this.timer.refresh();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

/** The client's streams in a loop that may be left: one destroyed by the loop would never be told of its call's end. */
export const undestroyed = <T>(stream: ClientStream & AsyncIterable<T>): AsyncIterable<T> =>
  stream.iterator({ destroyOnReturn: false }) as AsyncIterable<T>;

/** A read that ends by itself. */
export type ClientReading = ClientStream & AsyncIterable<ResolvedEvent> & { cancel(): Promise<void> };

/** What we need of the client's streams. */
interface ClientStream {
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<unknown>;
  on(event: 'error', listener: () => void): unknown;
  resume(): unknown;
  destroy(error: Error): unknown;
}

/** Cancels the call and reads out what had arrived; a drop that comes now is nobody's error. */
export function letGo(stream: ClientStream, cancel: () => Promise<void>): void {
  stream.on('error', () => undefined);
  stream.resume();
  cancel().catch(() => undefined);
}

export async function withDeadline<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Unanswered(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
