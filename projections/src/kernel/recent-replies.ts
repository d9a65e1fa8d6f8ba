import type { JsonReply, WrittenReply } from './reply.ts';

const FRESH_MS = 1_000;

interface Kept {
  at: number;
  reply: WrittenReply | Promise<WrittenReply>;
}

/** Replies kept at once, at most: beyond it the oldest go. */
const MOST = 500;

/**
 * Replies that visitors ask for over and over: each is read once a second at most, however many ask at the same time.
 */
export class RecentReplies {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** By what is asked for: at once where it is at hand. A read that failed is not kept. */
  get(key: string, read: () => Promise<JsonReply>): WrittenReply | Promise<WrittenReply> {
    const known = this.kept.get(key);
    if (known && this.now() - known.at < FRESH_MS) return known.reply;
    const reading = read().then(written);
    const entry: Kept = { at: this.now(), reply: reading };
    this.kept.delete(key);
    this.kept.set(key, entry);
    this.dropOldest();
    reading.then(
      (reply) => {
        entry.reply = reply;
      },
      () => {
        if (this.kept.get(key) === entry) this.kept.delete(key);
      },
    );
    return reading;
  }

  private dropOldest(): void {
    if (this.kept.size <= MOST) return;
    const [oldest] = this.kept.keys();
    if (oldest !== undefined) this.kept.delete(oldest);
  }
}

const written = ({ json, incomplete }: JsonReply): WrittenReply => ({ json: Buffer.from(json), incomplete });
