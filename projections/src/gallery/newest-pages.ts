import type { JsonReply, WrittenReply } from '../kernel/reply.ts';

const FRESH_MS = 1_000;

interface Kept {
  at: number;
  reply: Promise<WrittenReply>;
}

/**
 * The newest page as visitors ask for it over and over: read once a second at most, however many ask at the same time.
 */
export class NewestPages {
  private readonly kept = new Map<number, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** By the page's size. A read that failed is not kept. */
  get(limit: number, read: () => Promise<JsonReply>): Promise<WrittenReply> {
    const known = this.kept.get(limit);
    if (known && this.now() - known.at < FRESH_MS) return known.reply;
    const entry: Kept = { at: this.now(), reply: read().then(written) };
    this.kept.set(limit, entry);
    entry.reply.catch(() => {
      if (this.kept.get(limit) === entry) this.kept.delete(limit);
    });
    return entry.reply;
  }
}

const written = ({ json, incomplete }: JsonReply): WrittenReply => ({ json: Buffer.from(json), incomplete });
