import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { StoreError } from '../errors.ts';
import { type LogEntry, metastreamOf, TOMBSTONE } from '../event.ts';
import { allForwards, type Feed, streamForwards } from '../feed.ts';
import { type Filter, makeFilter } from '../filter.ts';
import type { Sources } from '../read.ts';
import { firstVisible, isVisible } from '../retention.ts';
import { Waker } from '../waker.ts';
import { Checkpoint } from './checkpoint.ts';
import type { Consumer } from './consumer.ts';
import { dropped, maximumSubscribersReached } from './errors.ts';
import { type Message, messageOf } from './message.ts';
import { Meter } from './meter.ts';
import { ParkedMessages } from './parked.ts';
import { Progress } from './progress.ts';
import { type GroupConfig, parkedStreamOf } from './settings.ts';
import { strategies, type Strategy } from './strategies.ts';

/** What becomes of a message that its subscriber does not handle. */
export type Refusal = 'park' | 'retry' | 'skip';

const HELD_BYTES = 32 * 1024 * 1024;
const MARKS = 50_000;
const PAGE_BYTES = 1024 * 1024;
const EXPIRY_SWEEP_MS = 50;
const RETRY_AFTER_MS = 500;

/**
 * A persistent subscription at work: walks its source at the pace of its subscribers, gives each message to one of
 * them, and remembers durably how far everything is settled. After a crash what was not is delivered again.
 */
export class Group {
  readonly config: GroupConfig;
  readonly meter = new Meter();
  readonly parked: ParkedMessages;
  readonly checkpoint: Checkpoint;
  #sources: Sources;
  #logger: Logger;
  #feed: Feed;
  #filter: Filter | undefined;
  #strategy: Strategy;
  #consumers: Consumer[] = [];
  #progress: Progress;
  #cursor: number;
  #live = false;
  /** In the order they are to be delivered; those that were delivered before go first. */
  #retries: Message[] = [];
  #fresh: Message[] = [];
  #parking = new Set<Message>();
  #heldBytes = 0;
  #waker = new Waker();
  #closed = false;
  /** Whether what was parked earlier has still to be found. */
  #resumes: boolean;
  /** What keeps it from reading its source for good. */
  #fault: StoreError | undefined;
  #readAhead = Promise.withResolvers<void>();
  #running: Promise<void>;
  #expiry: NodeJS.Timeout;

  /** @param saved the first place that is not known to be settled, where the group has a checkpoint */
  constructor(config: GroupConfig, saved: number | undefined, sources: Sources, logger: Logger) {
    const next = saved ?? config.from;
    this.config = config;
    this.#resumes = saved !== undefined;
    this.#sources = sources;
    this.#logger = logger.child({ group: config.group, stream: config.stream });
    this.#feed = config.stream === null ? allForwards(sources.log) : streamForwards(sources.log, config.stream);
    this.#filter = config.filter ? makeFilter(config.filter) : undefined;
    this.#strategy = strategies[config.settings.strategy]();
    this.#progress = new Progress(next);
    this.#cursor = next;
    this.parked = new ParkedMessages(parkedStreamOf(config), sources);
    this.checkpoint = new Checkpoint(config, next, sources.log.database, () => this.#progress.next, this.#logger);
    this.#expiry = setInterval(() => this.#expire(), EXPIRY_SWEEP_MS).unref();
    this.#running = this.#run();
  }

  get consumers(): readonly Consumer[] {
    return this.#consumers;
  }

  get isLive(): boolean {
    return this.#live;
  }

  /** How many messages wait in which state. */
  get counts() {
    const inFlight = this.#consumers.reduce((sum, consumer) => sum + consumer.inFlight, 0);
    return { fresh: this.#fresh.length, retries: this.#retries.length, inFlight, parking: this.#parking.size };
  }

  /** Resolves when it has read ahead what there is in its stream, or cannot. */
  get ready(): Promise<void> {
    return this.#readAhead.promise;
  }

  /** @throws StoreError where the group has all the subscribers it admits */
  join(consumer: Consumer): void {
    const { maxSubscriberCount } = this.config.settings;
    if (this.#closed) throw dropped(this.config, 'the group is being restarted');
    if (maxSubscriberCount > 0 && this.#consumers.length >= maxSubscriberCount) {
      throw maximumSubscribersReached(this.config);
    }
    this.#consumers = [...this.#consumers, consumer];
    this.wake();
  }

  /** What a subscriber that joined is dropped with, where the group cannot read its source. */
  get fault(): StoreError | undefined {
    return this.#fault;
  }

  /** Takes back what the subscriber had not answered. */
  leave(consumer: Consumer): void {
    this.#consumers = this.#consumers.filter((other) => other !== consumer);
    for (const message of consumer.takeAll()) this.#retry(message);
    this.wake();
  }

  wake(): void {
    this.#waker.signal();
  }

  acknowledge(consumer: Consumer, ids: readonly string[]): void {
    for (const id of ids) {
      const message = consumer.take(id);
      if (message) this.#settle(message);
    }
    this.#answered();
  }

  refuse(consumer: Consumer, ids: readonly string[], refusal: Refusal, reason: string): void {
    for (const id of ids) {
      const message = consumer.take(id);
      if (!message) continue;
      if (refusal === 'skip') this.#settle(message);
      else if (refusal === 'park') this.#park(message, reason);
      else this.#retryOrPark(message, reason);
    }
    this.#answered();
  }

  /** Each answer makes room before the next one is looked at: what is tried again may be what that one speaks of. */
  #answered(): void {
    this.#dispatch();
    this.wake();
  }

  async replayParked(stopAt: number): Promise<void> {
    await this.parked.replay(stopAt);
    this.wake();
  }

  /** Drops the subscribers and stops; what is settled is remembered. */
  async close(error: StoreError): Promise<void> {
    await this.#stop(error);
    await this.checkpoint.close();
    await this.#truncateParked();
  }

  /** Drops the subscribers and stops; what was settled since the last checkpoint is forgotten. */
  async abandon(error: StoreError): Promise<void> {
    await this.#stop(error);
    await this.checkpoint.abandon();
    await this.#truncateParked();
  }

  async #stop(error: StoreError): Promise<void> {
    this.#closed = true;
    clearInterval(this.#expiry);
    for (const consumer of this.#consumers) consumer.end(error);
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const stop = this.#sources.log.listen(this.config.stream, () => this.wake());
    // $all is long, and a filter may pass little of it: nobody waits for that.
    if (this.config.stream === null) this.#readAhead.resolve();
    while (!this.#closed) {
      this.#waker.reset();
      try {
        if (this.#resumes) await this.parked.load();
        this.#resumes = false;
        this.#deliver(); // what is to be delivered again needs no database
        const found = await this.#fill();
        this.#deliver();
        await this.#truncateParkedWhereDone();
        // A filter that passes nothing must not keep everybody else waiting.
        if (found) await nextTurn();
        else {
          this.#readAhead.resolve();
          await this.#waker.wait();
        }
      } catch (error) {
        this.#readAhead.resolve();
        this.#logger.warn({ err: error }, 'a persistent subscription has to wait');
        await sleep(RETRY_AFTER_MS, undefined, { ref: false });
      }
    }
    this.#readAhead.resolve();
    stop();
  }

  /**
   * Takes the next page of the source, or of what is replayed, where there is room, whether or not anybody is there to
   * get it: links are resolved, and metadata hide events, as things stand when an event is read. False: there is
   * nothing to do.
   */
  async #fill(): Promise<boolean> {
    const { liveBufferSize, historyBufferSize, readBatchSize } = this.config.settings;
    const capacity = this.#live ? liveBufferSize : historyBufferSize;
    const rows = Math.min(readBatchSize, capacity);
    // Not before a whole batch has room: each answer would ask for a page of one.
    if (capacity - this.#fresh.length < rows || this.#fault) return false;
    if (this.#heldBytes >= HELD_BYTES || this.#progress.length >= MARKS) return false;
    if (this.parked.isReplaying) {
      const entries = await this.parked.page(rows);
      await this.#take(entries, this.parked.progress, true);
      this.parked.passed(entries);
      return true;
    }

    const end = await this.#end();
    if (this.#cursor > end) {
      this.#live = true;
      return false;
    }
    if (end === TOMBSTONE && !this.#live) {
      this.#fail(dropped(this.config, 'its stream is deleted'));
      return false;
    }
    const portion = { rows, bytes: PAGE_BYTES };
    const recent = this.#feed.recent(this.#cursor, portion);
    const entries = recent ?? (await this.#feed.stored(this.#cursor, portion));
    const last = entries.at(-1);
    this.#live = !last || (this.#live && recent !== null);
    if (!last) return false;
    const wanted = await this.#wanted(entries);
    await this.#take(wanted, this.#progress, this.config.settings.resolveLinks);
    this.#cursor = this.#feed.after(last);
    this.#progress.pass(this.#cursor);
    this.checkpoint.count(entries.length - wanted.length);
    return true;
  }

  /** The last place of the source. */
  async #end(): Promise<number> {
    const { stream } = this.config;
    const { log, writer } = this.#sources;
    return stream === null ? log.head : (await writer.headOf(stream)).revision;
  }

  #fail(error: StoreError): void {
    this.#fault = error;
    for (const consumer of this.#consumers) consumer.end(error);
  }

  async #wanted(entries: readonly LogEntry[]): Promise<readonly LogEntry[]> {
    const { stream } = this.config;
    if (stream === null) {
      // What the group itself parks would come round again for ever.
      const own = [this.parked.stream, metastreamOf(this.parked.stream)];
      return entries.filter((entry) => !own.includes(entry.stream) && (!this.#filter || this.#filter.matches(entry)));
    }
    if (this.#live) return entries;
    const head = await this.#sources.writer.headOf(stream);
    if (firstVisible(head) <= 0 && head.retention.maxAgeMs === Infinity) return entries;
    const now = Date.now();
    return entries.filter((entry) => isVisible(entry, head, now));
  }

  async #take(entries: readonly LogEntry[], progress: Progress, resolveLinks: boolean): Promise<void> {
    const deliveries = resolveLinks
      ? await this.#sources.links.resolve(entries)
      : entries.map((event) => ({ event, link: undefined }));
    for (const [index, entry] of entries.entries()) {
      const delivery = deliveries[index];
      if (!delivery) continue;
      const place = progress === this.#progress && this.config.stream === null ? entry.position : entry.revision;
      const mark = progress.take(place);
      // A parked link to nothing has nothing left to be handled.
      if (progress !== this.#progress && !delivery.event) {
        progress.settle(mark);
        continue;
      }
      const message = messageOf(delivery, place, mark, progress);
      this.#heldBytes += message.bytes;
      this.#fresh.push(message);
    }
  }

  #deliver(): void {
    this.#dispatch();
    for (const consumer of this.#consumers) consumer.flush();
  }

  /** Gives what waits to subscribers; it leaves in bundles. */
  #dispatch(): void {
    const { messageTimeoutMs } = this.config.settings;
    const deadlineMs = messageTimeoutMs > 0 ? Date.now() + messageTimeoutMs : Infinity;
    for (const queue of [this.#retries, this.#fresh]) {
      let kept = 0;
      let read = 0;
      for (; read < queue.length; read += 1) {
        const message = queue[read];
        const consumer = message ? this.#strategy(message, this.#consumers) : 'busy';
        if (!message || consumer === 'busy') break;
        if (consumer === 'later') {
          queue[kept++] = message;
          continue;
        }
        this.meter.count();
        // An id is waited for once: who answers it answers for whatever else came under it meanwhile.
        if (this.#consumers.some((one) => one.has(message.id))) {
          consumer.sendUnanswerable(message);
          this.#settle(message);
        } else consumer.send(message, deadlineMs);
      }
      queue.splice(kept, read - kept);
    }
  }

  #settle(message: Message): void {
    message.progress.settle(message.mark);
    this.#heldBytes -= message.bytes;
    this.checkpoint.count();
  }

  #retryOrPark(message: Message, reason: string): void {
    if (message.retries >= this.config.settings.maxRetryCount) this.#park(message, reason);
    else this.#retry(message);
  }

  #retry(message: Message): void {
    message.retries += 1;
    const behind = this.#retries.findIndex((other) => other.place > message.place);
    this.#retries.splice(behind < 0 ? this.#retries.length : behind, 0, message);
  }

  #park(message: Message, reason: string): void {
    this.#parking.add(message);
    void this.#tryToPark(message, reason).then((parked) => {
      this.#parking.delete(message);
      if (parked) this.#settle(message);
      else this.#retry(message);
      this.wake();
    });
  }

  /** False, after a while, where it could not be stored. */
  async #tryToPark(message: Message, reason: string): Promise<boolean> {
    try {
      await this.parked.park(message, reason);
      return true;
    } catch (error) {
      this.#logger.warn({ err: error }, 'a message could not be parked and is delivered again');
      await sleep(RETRY_AFTER_MS, undefined, { ref: false });
      return false;
    }
  }

  #expire(): void {
    const now = Date.now();
    for (const consumer of this.#consumers) {
      const expired = consumer.takeExpired(now);
      for (const message of expired) this.#retryOrPark(message, 'it was not answered in time');
      if (expired.length > 0) this.wake();
    }
  }

  async #truncateParkedWhereDone(): Promise<void> {
    if (this.parked.isDone) await this.#truncateParked();
  }

  async #truncateParked(): Promise<void> {
    await this.parked
      .truncate()
      .catch((error: unknown) => this.#logger.warn({ err: error }, 'replayed messages stay parked'));
  }
}
