import { buffer } from 'node:stream/consumers';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { Following, unshared } from '@easel/kernel/following/following';
import { BlobMissing, BlobStore } from '@easel/kernel/files/blob-store';
import { EventLog } from '@easel/kernel/log/event-log';
import { within } from '@easel/kernel/server/backoff';
import { LOGGER } from '@easel/kernel/server/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Log } from '../kernel/log.ts';
import { imageRow } from './gallery.projector.ts';
import type { ImageRow } from './gallery.tables.ts';

/** Generations that are remembered: far more than are made while the read model catches up. */
const GENERATIONS_MOST = 5_000;
/** How long a picture may be on its way here from the process that announced it. */
const PATIENCE_MS = 500;
/** Files that are kept in memory, for the moment in which their maker's page asks for them. */
const FILES = { max: 32, ttl: 10_000 } as const;

const TYPES = [
  'RenderingStarted',
  'VariantCreated',
  'GenerationCompleted',
  'GenerationFailed',
  'GenerationCancelled',
] as const satisfies readonly GenerationFact['type'][];
type Followed = Recorded<Extract<GenerationFact, { type: (typeof TYPES)[number] }>>;

interface Making {
  memberId: string;
  images: ImageRow[];
  completed: boolean;
}

const imageNamed = (name: string, { images }: Making): ImageRow | undefined =>
  images.find(({ variant_id: one }) => one === name);

/**
 * Keeps the latest pictures from the log: their makers' pages ask for them once they are complete, before the read
 * model has them. Callers decide who may see them.
 */
@Injectable()
export class NewPictures implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private readonly generations = new LRUCache<string, Making>({ max: GENERATIONS_MOST });
  private readonly names = new LRUCache<string, string>({ max: GENERATIONS_MOST });
  private readonly files = new LRUCache<string, Promise<Buffer | undefined>>(FILES);
  private position: bigint | undefined;
  private changed = Promise.withResolvers<void>();
  private following: Following | undefined;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(LOGGER) private readonly logger: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.following = new Following({
      name: 'new pictures',
      log: this.log,
      categories: [generationStream.category],
      types: TYPES,
      atOnce: true,
      logger: this.logger,
      signal: this.stop.signal,
      hold: unshared,
      begin: () =>
        Promise.resolve({
          after: this.position ?? 'end',
          handle: (facts) => {
            for (const fact of facts) this.take(fact);
          },
          pass: (position) => {
            this.position = position;
          },
        }),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.following?.done;
  }

  /**
   * Finds a picture of a complete generation by its public name. Where none of this name is known and something of this
   * member's is being made, it is waited for a moment.
   */
  async find(variantId: string, memberId: string): Promise<ImageRow | undefined> {
    const known = this.known(variantId);
    if (known || !this.isMaking(memberId)) return known;
    const waiting = { over: false };
    const found = await within(PATIENCE_MS, this.arrival(variantId, memberId, waiting)).catch(() => undefined);
    waiting.over = true;
    return found;
  }

  /** Finds a picture that was drawn for this member, whether or not its generation is complete already. */
  drawnFor(memberId: string, variantId: string): ImageRow | undefined {
    const made = this.generations.get(this.names.get(variantId) ?? '');
    return made?.memberId === memberId ? imageNamed(variantId, made) : undefined;
  }

  /** Reads a file of a picture, or has read it already; undefined where it is lost. */
  bytesOf(blob: string): Promise<Buffer | undefined> {
    const known = this.files.get(blob);
    if (known) return known;
    const reading = this.read(blob);
    this.files.set(blob, reading);
    reading.catch(() => this.files.delete(blob));
    return reading;
  }

  private async read(blob: string): Promise<Buffer | undefined> {
    try {
      return await buffer((await this.blobs.open(blob)).stream);
    } catch (error) {
      if (error instanceof BlobMissing) return undefined;
      throw error;
    }
  }

  private async arrival(
    variantId: string,
    memberId: string,
    waiting: { over: boolean },
  ): Promise<ImageRow | undefined> {
    while (!waiting.over && this.isMaking(memberId)) {
      await this.changed.promise;
      const known = this.known(variantId);
      if (known) return known;
    }
    return undefined;
  }

  private known(variantId: string): ImageRow | undefined {
    const made = this.generations.get(this.names.get(variantId) ?? '');
    return made?.completed ? imageNamed(variantId, made) : undefined;
  }

  private isMaking(memberId: string): boolean {
    for (const made of this.generations.values()) if (made.memberId === memberId && !made.completed) return true;
    return false;
  }

  private take(recorded: Recorded): void {
    this.position = recorded.position;
    if (recorded.unreadable) return;
    const { type, data } = recorded as Followed;
    const { generationId: id, memberId } = data;
    const made = this.generations.get(id);
    if (type === 'GenerationFailed' || type === 'GenerationCancelled') this.generations.delete(id);
    // What an attempt before this one drew is drawn again.
    else if (type === 'RenderingStarted') this.generations.set(id, { memberId, images: [], completed: false });
    else if (type === 'VariantCreated' && made) {
      this.names.set(data.variantId, id);
      const image = imageRow(data);
      made.images.push(image);
      for (const blob of [image.preview_blob, image.thumbnail_blob]) if (blob) void this.bytesOf(blob).catch(() => {});
    } else if (type === 'GenerationCompleted' && made) made.completed = true;
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}
