import { type LogEntry, LINK_TYPE, metastreamOf, METADATA_TYPE, NO_STREAM, TOMBSTONE, ANY } from '../event.ts';
import { streamForwards } from '../feed.ts';
import { linkData } from '../link-target.ts';
import type { Sources } from '../read.ts';
import { firstVisible } from '../retention.ts';
import { systemEvent } from '../system-event.ts';
import type { Message } from './message.ts';
import { Progress } from './progress.ts';

/**
 * The messages of a group that nobody could handle, as links in a stream of their own. Those that are replayed stay
 * there until they are settled again: only then is the stream truncated, so a crash in between loses none.
 */
export class ParkedMessages {
  readonly stream: string;
  #sources: Sources;
  #progress: Progress | undefined;
  #cursor = 0;
  #until = 0;
  #last = NO_STREAM;
  #truncatedBefore = 0;

  constructor(stream: string, sources: Sources) {
    this.stream = stream;
    this.#sources = sources;
  }

  /**
   * How many wait to be replayed, told from what was parked last since the group began: as in EventStoreDB, one that
   * begins anew knows of none, and takes those that an earlier group of its name left behind for its own.
   */
  get count(): number {
    return this.#last === NO_STREAM ? 0 : Math.max(this.#last + 1 - this.#cursor, 0);
  }

  /** Finds what was parked before: for a group that goes on from a checkpoint. */
  async load(): Promise<void> {
    const { first, end } = await this.#bounds();
    this.#cursor = first;
    this.#last = end - 1;
  }

  /** Resolves when the message is stored here. */
  async park(message: Message, reason: string): Promise<void> {
    const { event, link } = message.delivery;
    const original = event ?? link;
    if (!original) return;
    message.parking ??= systemEvent(
      LINK_TYPE,
      linkData(original),
      JSON.stringify({ added: new Date().toISOString(), reason, subscriptionEventNumber: message.place }),
    );
    this.#last = await this.#append(this.stream, message.parking);
  }

  /** Lets everything that is parked now be taken, or what comes before a revision of the parked stream. */
  async replay(stopAt: number): Promise<void> {
    const { first, end } = await this.#bounds();
    this.#cursor = Math.max(this.#cursor, first);
    if (!this.#progress) {
      this.#progress = new Progress(this.#cursor);
      this.#truncatedBefore = this.#cursor;
    }
    this.#until = Math.max(this.#until, Math.min(end, stopAt));
  }

  get isReplaying(): boolean {
    return this.#cursor < this.#until;
  }

  /** Whether all that was replayed is settled, and not forgotten yet. */
  get isDone(): boolean {
    return this.#progress?.length === 0 && this.#progress.next > this.#truncatedBefore;
  }

  /** Where those that are replayed are settled. */
  get progress(): Progress {
    return (this.#progress ??= new Progress(this.#cursor));
  }

  /** The next ones to be replayed; they stay the next ones until they are `passed`. */
  async page(rows: number): Promise<readonly LogEntry[]> {
    const feed = streamForwards(this.#sources.log, this.stream);
    const portion = { rows: Math.min(rows, this.#until - this.#cursor), bytes: 1024 * 1024 };
    const entries = feed.recent(this.#cursor, portion) ?? (await feed.stored(this.#cursor, portion));
    return entries.filter((entry) => entry.revision < this.#until);
  }

  passed(entries: readonly LogEntry[]): void {
    const last = entries.at(-1);
    this.#cursor = last ? last.revision + 1 : this.#until;
  }

  /** Forgets what was replayed and settled since. */
  async truncate(): Promise<void> {
    const next = this.#progress?.next ?? 0;
    if (next <= this.#truncatedBefore) return;
    await this.#append(metastreamOf(this.stream), systemEvent(METADATA_TYPE, JSON.stringify({ $tb: next })));
    this.#truncatedBefore = next;
  }

  async drop(): Promise<void> {
    const { revision } = await this.#sources.writer.headOf(this.stream);
    if (revision === NO_STREAM || revision === TOMBSTONE) return;
    const { stream } = this;
    await this.#sources.writer.append({
      stream,
      expected: ANY,
      events: [],
      deadlineMs: Infinity,
      ends: 'until-appended',
    });
  }

  async #bounds(): Promise<{ first: number; end: number }> {
    const head = await this.#sources.writer.headOf(this.stream);
    if (head.revision === TOMBSTONE || head.retention.deleted) return { first: 0, end: 0 };
    return { first: Math.max(firstVisible(head), 0), end: head.revision + 1 };
  }

  /** @returns the revision of the event */
  async #append(stream: string, event: ReturnType<typeof systemEvent>): Promise<number> {
    const outcome = await this.#sources.writer.append({
      stream,
      expected: ANY,
      events: [event],
      deadlineMs: Infinity,
    });
    if (outcome.kind !== 'stored') throw new Error(`${stream} takes no events: ${outcome.kind}`);
    return outcome.revision;
  }
}
