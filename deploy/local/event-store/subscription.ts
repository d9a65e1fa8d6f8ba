import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreError } from './errors.ts';
import { status } from '@grpc/grpc-js';
import { allForwards, type Batch, type Feed, streamForwards, walk } from './feed.ts';
import type { Filter } from './filter.ts';
import type { PublishedLog } from './log.ts';
import type { Outgoing } from './outgoing.ts';
import { caughtUp, checkpoint, confirmation, fellBehind } from './read-replies.ts';
import type { ReadRequest } from './read-request.ts';
import { Waker } from './waker.ts';
import type { Writer } from './writer.ts';

/** What becomes of a live subscriber so slow that what it is to get has left memory. */
export type SlowSubscribers = 'catch-up' | 'drop';

/**
 * Streams.Read with a subscription: confirms, sends what is there, says so once, then sends what comes. It holds no
 * queue: it walks the log at its subscriber's pace, in memory while it keeps up and in the database while it does not.
 */
export class Subscription {
  #log: PublishedLog;
  #writer: Writer;
  #request: ReadRequest;
  #out: Outgoing;
  #slow: SlowSubscribers;
  #feed: Feed;
  #waker = new Waker();
  #live = false;
  #examined = 0;
  #cursor = 0;

  constructor(log: PublishedLog, writer: Writer, request: ReadRequest, out: Outgoing, slow: SlowSubscribers) {
    this.#log = log;
    this.#writer = writer;
    this.#request = request;
    this.#out = out;
    this.#slow = slow;
    this.#feed = request.stream === null ? allForwards(log) : streamForwards(log, request.stream);
  }

  /** Ends when the subscriber has gone, fails when the database does not answer. */
  async run(): Promise<void> {
    const stop = this.#log.listen(this.#request.stream, () => this.#waker.signal());
    try {
      this.#cursor = await this.#start();
      await this.#out.send(confirmation(randomUUID()));
      while (!this.#out.over) {
        this.#waker.reset();
        for await (const batch of walk(this.#feed, this.#cursor)) {
          await this.#noteLag(batch);
          await this.#deliver(batch);
          if (this.#out.over) return;
        }
        if (this.#live) await this.#waker.wait();
        else await this.#goLive();
      }
    } finally {
      stop();
    }
  }

  /** Lets `run` notice that its subscriber has gone. */
  stop(): void {
    this.#waker.signal();
  }

  /** The first cursor: a subscription begins behind the revision or position it is given. */
  async #start(): Promise<number> {
    const { stream, from } = this.#request;
    if (stream === null) return from === 'start' ? 1 : (from === 'end' ? this.#log.head : from) + 1;
    if (from === 'start') return 0;
    return (from === 'end' ? await this.#writer.headOf(stream) : from) + 1;
  }

  async #goLive(): Promise<void> {
    this.#live = true;
    await this.#out.send(caughtUp());
  }

  async #noteLag({ fromDatabase }: Batch): Promise<void> {
    if (!this.#live || !fromDatabase) return;
    if (this.#slow === 'drop') throw new StoreError(status.ABORTED, 'the subscriber is too slow');
    this.#live = false;
    await this.#out.send(fellBehind());
  }

  async #deliver({ entries }: Batch): Promise<void> {
    const { filter } = this.#request;
    let waited = false;
    for (const entry of entries) {
      if (this.#out.over) return;
      if ((!filter || filter.matches(entry)) && !this.#out.add(entry.bytes)) {
        waited = true;
        await this.#out.room();
      }
      this.#cursor = this.#feed.after(entry);
      if (filter) await this.#checkpoint(filter, entry.position);
    }
    this.#out.flush();
    // A filter that passes nothing must not keep everybody else waiting.
    if (!waited) await nextTurn();
  }

  async #checkpoint(filter: Filter, position: number): Promise<void> {
    this.#examined += 1;
    if (this.#examined < filter.checkpointInterval) return;
    this.#examined = 0;
    if (!this.#out.add(checkpoint(position))) await this.#out.room();
  }
}
