import type { Database } from './database.ts';
import type { Delivery } from './encode.ts';
import { type LinkTarget, type LogEntry, TOMBSTONE } from './event.ts';
import type { PublishedLog } from './log.ts';
import { isVisible } from './retention.ts';
import type { Writer } from './writer.ts';

const ONE = { rows: 1, bytes: 1 };

/** Finds what links stand for. A link whose event was deleted, truncated or never written stands for itself alone. */
export class Links {
  #log: PublishedLog;
  #writer: Writer;

  constructor(log: PublishedLog, writer: Writer) {
    this.#log = log;
    this.#writer = writer;
  }

  /** What is to be delivered for each entry, in order; the targets that left memory are asked for together. */
  async resolve(entries: readonly LogEntry[]): Promise<Delivery[]> {
    const targets = entries.flatMap(({ link }) => link ?? []);
    if (targets.length === 0) return entries.map((event) => ({ event, link: undefined }));

    const found = new Map<string, LogEntry>();
    const missing: LinkTarget[] = [];
    for (const target of targets) {
      const recent = this.#recent(target);
      if (recent === null) missing.push(target);
      else if (recent) found.set(keyOf(target), recent);
    }
    if (missing.length > 0) {
      for (const entry of await this.#stored(missing)) found.set(keyOf(entry), entry);
    }
    const deliveries: Delivery[] = [];
    for (const entry of entries) {
      if (!entry.link) {
        deliveries.push({ event: entry, link: undefined });
        continue;
      }
      const event = found.get(keyOf(entry.link));
      deliveries.push({ event: event && (await this.#isVisible(event)) ? event : undefined, link: entry });
    }
    return deliveries;
  }

  /** Undefined where the stream ends before the target, null where memory cannot tell. */
  #recent({ stream, revision }: LinkTarget): LogEntry | undefined | null {
    const entries = this.#log.recent.streamForwards(stream, revision, ONE);
    return entries === null ? null : entries.find((entry) => entry.revision === revision);
  }

  #stored(targets: readonly LinkTarget[]): ReturnType<Database['at']> {
    return this.#log.database.at(targets, this.#log.head);
  }

  async #isVisible(event: LogEntry): Promise<boolean> {
    const head = await this.#writer.headOf(event.stream);
    return head.revision !== TOMBSTONE && isVisible(event, head, Date.now());
  }
}

const keyOf = ({ stream, revision }: LinkTarget) => `${revision}@${stream}`;
