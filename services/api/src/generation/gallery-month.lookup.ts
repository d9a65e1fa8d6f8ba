import { utcMonth } from '@easel/contracts/account/policy';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';

/** What became public in a month, and is by now. */
export interface GalleryMonth {
  shown: number;
  /** Ids of a few, the last made public first. */
  newest: readonly string[];
}

const NEWEST = 3;
/** Everybody's monthly mail of a month is written from one reading. */
const FRESH_MS = 3_600_000;

const types = ['MadePublic', 'MadePrivate', 'Deleted', 'Restored'] as const;
type Showing = Recorded<Extract<GenerationFact, { type: (typeof types)[number] }>>;

/** Read-only door to a month of the public gallery, for other features. */
@Injectable()
export class GalleryMonthLookup {
  private known: { month: string; at: number; found: Promise<GalleryMonth> } | undefined;

  constructor(private readonly log: EventLog) {}

  /** `month`: UTC, `2026-10`, by when they were made public. One that could not be read is read anew. */
  of(month: string): Promise<GalleryMonth> {
    const { known } = this;
    if (known?.month === month && performance.now() - known.at < FRESH_MS) return known.found;
    const found = this.read(month);
    const entry = { month, at: performance.now(), found };
    this.known = entry;
    found.catch(() => {
      if (this.known === entry) this.known = undefined;
    });
    return found;
  }

  /** Goes over what was made public and private ever, of which the store sends nothing else. */
  private async read(month: string): Promise<GalleryMonth> {
    const shown = new ShownImages(month);
    const stop = new AbortController();
    const following = { categories: [generationStream.category], types, after: 'start', signal: stop.signal } as const;
    for await (const item of this.log.subscribe(following)) {
      if (item.kind === 'fact') shown.take(item.fact);
      if (item.kind === 'caught-up') stop.abort();
    }
    return shown.sum();
  }
}

class ShownImages {
  /** Made public in the month, and not private since, in that order. */
  private readonly made = new Set<string>();
  private readonly deleted = new Set<string>();

  constructor(private readonly month: string) {}

  take(recorded: Recorded): void {
    if (recorded.unreadable) return;
    const { type, data, recordedAt } = recorded as Showing;
    const { generationId } = data;
    // Last in the order again.
    if (type === 'MadePublic' || type === 'MadePrivate') this.made.delete(generationId);
    if (type === 'MadePublic' && utcMonth(recordedAt) === this.month) this.made.add(generationId);
    if (type === 'Deleted') this.deleted.add(generationId);
    if (type === 'Restored') this.deleted.delete(generationId);
  }

  sum(): GalleryMonth {
    const shown = [...this.made].filter((id) => !this.deleted.has(id));
    return { shown: shown.length, newest: shown.slice(-NEWEST).toReversed() };
  }
}
