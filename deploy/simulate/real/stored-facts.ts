import type { Recorded } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';
import { isFollowed, type Following } from '@easel/kernel/log/log-store';
import type { Stored } from '../stage.ts';

/** All facts, as far as they have been read. */
export class StoredFacts implements Stored {
  readonly events: Recorded[] = [];
  readonly streams = new Map<string, Recorded[]>();
  private readonly stop = new AbortController();
  /** Of what every store has in it, before the first fact. */
  private considered: bigint;
  private moved = Promise.withResolvers<void>();

  private constructor(
    private readonly log: EventLog,
    head: bigint,
  ) {
    this.considered = head;
    this.moved.promise.catch(() => undefined);
    void this.follow().catch((error: unknown) => this.moved.reject(error));
  }

  static async of(log: EventLog): Promise<StoredFacts> {
    return new StoredFacts(log, await log.head());
  }

  /** Resolves when everything is here that is in the log now; answers the position of its last event. */
  async readOn(): Promise<bigint> {
    const head = await this.log.head();
    while (this.considered < head) await this.moved.promise;
    return head;
  }

  /** Of the last fact of these that is here; −1 where there is none. */
  lastOf(what: Pick<Following, 'categories' | 'types'>): bigint {
    return this.events.findLast((fact) => isFollowed(fact, what))?.position ?? -1n;
  }

  end(): void {
    this.stop.abort();
  }

  private async follow(): Promise<void> {
    const { signal } = this.stop;
    for await (const item of this.log.subscribe({ categories: 'all', after: 'start', stored: true, signal })) {
      if (item.kind !== 'fact') continue;
      const { fact } = item;
      const stream = this.streams.get(fact.stream) ?? [];
      stream.push(fact);
      this.streams.set(fact.stream, stream);
      this.events.push(fact);
      this.considered = fact.position;
      const { resolve } = this.moved;
      this.moved = Promise.withResolvers();
      resolve();
    }
  }
}
