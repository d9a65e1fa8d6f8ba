import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { type Delivery, encodeDelivery } from './encode.ts';
import { StoreError, StreamDeleted } from './errors.ts';
import { type LogEntry, TOMBSTONE } from './event.ts';
import { allForwards, type Batch, type Feed, streamForwards, walk } from './feed.ts';
import type { Filter } from './filter.ts';
import type { Outgoing } from './outgoing.ts';
import type { Sources } from './read.ts';
import { caughtUp, checkpoint, confirmation, fellBehind } from './read-replies.ts';
import type { ReadRequest } from './read-request.ts';
import { isVisible } from './retention.ts';
import { Waker } from './waker.ts';

/** What becomes of a live subscriber so slow that what it is to get has left memory. */
export type SlowSubscribers = 'catch-up' | 'drop';

/**
 * Streams.Read with a subscription: confirms, sends what is there, says so once, then sends what comes. It holds no
 * queue: it walks the log at its subscriber's pace, in memory while it keeps up and in the database while it does not.
 */
export class Subscription {
  #sources: Sources;
  #request: ReadRequest;
  #out: Outgoing;
  #slow: SlowSubscribers;
  #feed: Feed;
  #waker = new Waker();
  #live = false;
  #examined = 0;
  #cursor = 0;

  constructor(sources: Sources, request: ReadRequest, out: Outgoing, slow: SlowSubscribers) {
    this.#sources = sources;
    this.#request = request;
    this.#out = out;
    this.#slow = slow;
    this.#feed = request.stream === null ? allForwards(sources.log) : streamForwards(sources.log, request.stream);
  }

  /** Ends when the subscriber has gone, fails when the stream is deleted for ever or the database does not answer. */
  async run(): Promise<void> {
    const stop = this.#sources.log.listen(this.#request.stream, () => this.#waker.signal());
    try {
      this.#cursor = await this.#start();
      await this.#out.send(confirmation(randomUUID()));
      while (!this.#out.over) {
        this.#waker.reset();
        for await (const batch of walk(this.#feed, this.#cursor)) {
          await this.#noteLag(batch);
          await this.#deliver(await this.#visible(batch));
          if (this.#out.over) return;
          const last = batch.entries.at(-1);
          if (last) this.#cursor = this.#feed.after(last);
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
    if (stream === null) return from === 'start' ? 1 : (from === 'end' ? this.#sources.log.head : from) + 1;
    const { revision } = await this.#sources.writer.headOf(stream);
    // From the end of a stream that is deleted for ever nothing will come, and nothing has to be said.
    if (revision === TOMBSTONE && from !== 'end') throw new StreamDeleted(stream);
    return from === 'start' ? 0 : (from === 'end' ? revision : from) + 1;
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

  /** Without what the stream's metadata hide; what comes live is sent whatever becomes of it a moment later. */
  async #visible({ entries }: Batch): Promise<readonly LogEntry[]> {
    const { stream } = this.#request;
    if (stream === null || this.#live) return entries;
    const head = await this.#sources.writer.headOf(stream);
    const now = Date.now();
    return entries.filter((entry) => entry.revision === TOMBSTONE || isVisible(entry, head, now));
  }

  async #deliver(entries: readonly LogEntry[]): Promise<void> {
    const { filter, stream, resolveLinks } = this.#request;
    const resolved = resolveLinks ? await this.#resolved(entries) : undefined;
    let waited = false;
    for (const entry of entries) {
      if (this.#out.over) return;
      if (stream !== null && entry.revision === TOMBSTONE) throw new StreamDeleted(stream);
      const delivery = resolved?.get(entry);
      const bytes = delivery ? encodeDelivery(delivery) : entry.bytes;
      if ((!filter || filter.matches(entry)) && !this.#out.add(bytes)) {
        waited = true;
        await this.#out.room();
      }
      if (filter) await this.#checkpoint(filter, entry.position);
    }
    this.#out.flush();
    // A filter that passes nothing must not keep everybody else waiting.
    if (!waited) await nextTurn();
  }

  /** What the links stand for that are to be sent. */
  async #resolved(entries: readonly LogEntry[]): Promise<Map<LogEntry, Delivery>> {
    const { filter } = this.#request;
    const links = entries.filter((entry) => entry.link && (!filter || filter.matches(entry)));
    const deliveries = await this.#sources.links.resolve(links);
    return new Map(links.flatMap((entry, index) => (deliveries[index] ? [[entry, deliveries[index]]] : [])));
  }

  async #checkpoint(filter: Filter, position: number): Promise<void> {
    this.#examined += 1;
    if (this.#examined < filter.checkpointInterval) return;
    this.#examined = 0;
    if (!this.#out.add(checkpoint(position))) await this.#out.room();
  }
}
