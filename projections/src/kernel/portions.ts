import type { Recorded } from '@easel/contracts/kernel/event';
import type { LogItem } from '@easel/kernel/log/log-store';
import { NOWHERE } from './projection-state.ts';

/** A stretch of the log, to be applied as one batch. */
export interface Portion {
  facts: readonly Recorded[];
  /** Everything up to here was considered. */
  upTo: bigint;
  /** Nothing more was stored when it was taken: from now on facts come as they happen. */
  caughtUp: boolean;
}

export interface PortionOptions {
  /** Facts in one portion at most. */
  size: number;
  /** How long a portion may wait to be filled while there is a backlog. */
  lingerMs?: number;
}

/**
 * Cuts a subscription into portions, reading one ahead while the taker applies the one before. In a backlog portions are
 * full, which is what makes bulk writing pay; afterwards whatever has come is handed on at once.
 */
export async function* portions(
  items: AsyncIterable<LogItem>,
  { size, lingerMs = 200 }: PortionOptions,
): AsyncGenerator<Portion, void, void> {
  const buffer = new PortionBuffer(size);
  const pumping = pump(items, buffer);
  // It may fail while the taker is at work, and is awaited only after that: no end of the process until then.
  pumping.catch(() => undefined);
  try {
    for (;;) {
      await buffer.ready(lingerMs);
      const portion = buffer.take();
      if (portion) yield portion;
      else if (buffer.ended) break;
    }
    // What ended the subscription, if it was an error.
    await pumping;
  } finally {
    buffer.close();
  }
}

async function pump(items: AsyncIterable<LogItem>, buffer: PortionBuffer): Promise<void> {
  try {
    for await (const item of items) {
      if (buffer.closed) return;
      if (!buffer.put(item)) await buffer.room();
    }
  } finally {
    buffer.end();
  }
}

class PortionBuffer {
  ended = false;
  closed = false;
  private facts: Recorded[] = [];
  private upTo: bigint | undefined;
  private caughtUp = false;
  private saidSo = false;
  private filled = Promise.withResolvers<void>();
  private emptied = Promise.withResolvers<void>();

  constructor(private readonly size: number) {}

  /** False where no more should be put before there is room. */
  put(item: LogItem): boolean {
    if (item.kind === 'fact') {
      this.facts.push(item.fact);
      this.upTo = item.fact.position;
    } else if (item.kind === 'checkpoint') this.upTo = item.position;
    else this.caughtUp = true;
    if (this.isReady()) this.filled.resolve();
    return this.facts.length < this.size;
  }

  async room(): Promise<void> {
    if (!this.closed) await this.emptied.promise;
  }

  end(): void {
    this.ended = true;
    this.filled.resolve();
  }

  close(): void {
    this.closed = true;
    this.emptied.resolve();
  }

  /** Resolves when a portion should be taken: a full one, or what there is after a while or once caught up. */
  async ready(lingerMs: number): Promise<void> {
    if (this.isReady() || this.ended) return;
    let timer: NodeJS.Timeout | undefined;
    if (!this.caughtUp) timer = setTimeout(() => this.filled.resolve(), lingerMs);
    await this.filled.promise;
    clearTimeout(timer);
  }

  take(): Portion | undefined {
    this.filled = Promise.withResolvers();
    const { facts, upTo } = this;
    const news = this.caughtUp && !this.saidSo;
    if (facts.length === 0 && upTo === undefined && !news) return undefined;
    this.facts = [];
    this.upTo = undefined;
    this.saidSo = this.caughtUp;
    this.emptied.resolve();
    this.emptied = Promise.withResolvers();
    return { facts, upTo: upTo ?? NOWHERE, caughtUp: this.caughtUp };
  }

  private isReady(): boolean {
    if (!this.caughtUp) return this.facts.length >= this.size;
    return !this.saidSo || this.facts.length > 0 || this.upTo !== undefined;
  }
}
