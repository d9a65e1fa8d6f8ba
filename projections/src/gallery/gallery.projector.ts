import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Generation } from '@easel/contracts/generation/http';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { ClientBase } from 'pg';
import { arrayLiteral } from '../kernel/arrays.ts';
import type { Change } from '../kernel/folded-rows.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { type Entry, writeListing } from '../kernel/listing.ts';
import type { Projector, RowBatch } from '../kernel/projector.ts';
import { columnsOf, columnValues, givenRows } from '../kernel/table.ts';
import {
  ALL,
  categoryList,
  COMPLETED,
  type DrawnVariant,
  type GenerationRow,
  generations,
  type ImageRow,
  images,
  tables,
} from './gallery.tables.ts';

type FactOf<Type extends GenerationFact['type']> = Recorded<Extract<GenerationFact, Fact<Type>>>;

class GalleryRows implements RowBatch {
  private readonly generations = generations.batch();
  /** Drawn in this batch, by generation. */
  private readonly drawn = new Map<string, ImageRow[]>();
  /** Generations whose images from before this batch no longer count. */
  private readonly discarded = new Set<string>();

  /** Changes a generation that there must be. */
  change(id: string, step: (row: GenerationRow) => GenerationRow): void {
    this.generations.change(id, (row) => {
      if (!row) throw new Error(`generation ${id} was never requested`);
      return step(row);
    });
  }

  /** Changes a generation if it was ever requested: one may be given up before that. */
  changeKnown(id: string, step: (row: GenerationRow) => GenerationRow): void {
    this.generations.change(id, (row) => row && step(row));
  }

  begin(row: GenerationRow): void {
    this.generations.begin(row.id, row);
  }

  addImage(image: ImageRow): void {
    const images = this.drawn.get(image.generation_id);
    if (images) images.push(image);
    else this.drawn.set(image.generation_id, [image]);
  }

  discardImages(generationId: string): void {
    this.drawn.delete(generationId);
    this.discarded.add(generationId);
  }

  async write(sql: ClientBase): Promise<void> {
    const changes = await this.generations.fold(sql);
    const { added, removed } = listed(changes);
    await Promise.all([
      this.generations.write(sql, changes),
      this.writeImages(sql),
      added.length + removed.length > 0 ? writeListing(sql, added, removed) : undefined,
    ]);
  }

  private async writeImages(sql: ClientBase): Promise<void> {
    const writing: Promise<unknown>[] = [];
    if (this.discarded.size > 0) {
      writing.push(
        sql.query({ name: 'discard images', text: DISCARD_IMAGES, values: [arrayLiteral([...this.discarded])] }),
      );
    }
    const rows = [...this.drawn.values()].flat();
    if (rows.length > 0) {
      writing.push(sql.query({ name: 'add images', text: ADD_IMAGES, values: columnValues<ImageRow>(images, rows) }));
    }
    await Promise.all(writing);
  }
}

const imageColumns = columnsOf<ImageRow>(images).join(', ');
const ADD_IMAGES = `insert into image (${imageColumns}) select ${imageColumns} from ${givenRows<ImageRow>(images)}`;
const DISCARD_IMAGES = 'delete from image where generation_id = any($1::uuid[])';

/** The generations of members, with their images. Everything here is private until it is made public. */
export const gallery: Projector<GenerationFact, GalleryRows> = {
  name: 'gallery',
  version: 1,
  categories: ['generation'],
  tables,
  rows: () => new GalleryRows(),
  on: {
    GenerationRequested: (fact, rows) => rows.begin(requested(fact)),
    RenderingStarted: ({ data }, rows) => {
      // What an attempt before this one drew is drawn again.
      if (data.attempt > 1) rows.discardImages(data.generationId);
      rows.change(data.generationId, (row) => ({ ...withStatus(row, 'processing'), attempt: data.attempt, drawn: [] }));
    },
    LeaseExtended: () => undefined,
    RenderingHandedBack: ({ data }, rows) => rows.change(data.generationId, (row) => withStatus(row, 'queued')),
    VariantCreated: (fact, rows) => {
      const { generationId, variantId, preview, thumbnail } = fact.data;
      rows.addImage({
        variant_id: variantId,
        generation_id: generationId,
        preview_blob: preview.blob,
        preview_bytes: preview.bytes,
        thumbnail_blob: thumbnail.blob,
        thumbnail_bytes: thumbnail.bytes,
      });
      rows.change(generationId, (row) => ({ ...row, drawn: [...row.drawn, drawnVariant(fact)] }));
    },
    GenerationCompleted: (fact, rows) =>
      rows.change(fact.data.generationId, (row) => shown(completed(row, fact.data.processingMs))),
    GenerationFailed: ({ data }, rows) => {
      rows.discardImages(data.generationId);
      rows.changeKnown(data.generationId, (row) => ({ ...withStatus(row, 'failed'), drawn: [] }));
    },
    GenerationCancelled: ({ data }, rows) => {
      rows.discardImages(data.generationId);
      rows.change(data.generationId, (row) => ({ ...withStatus(row, 'cancelled'), drawn: [] }));
    },
    Deleted: ({ data }, rows) => rows.change(data.generationId, (row) => shown({ ...row, deleted: true })),
    Restored: ({ data }, rows) => rows.change(data.generationId, (row) => shown({ ...row, deleted: false })),
  },
  async markIncomplete(sql, partitions, incomplete) {
    await sql.query('update generation set incomplete = $2 where id = any($1::uuid[])', [
      uuidsOf(partitions.map((stream) => stream.slice('generation-'.length))),
      incomplete,
    ]);
  },
};

function requested({ data }: FactOf<'GenerationRequested'>): GenerationRow {
  const { settings } = data;
  return {
    id: data.generationId,
    member_id: data.memberId,
    attempt: 0,
    deleted: false,
    shown: false,
    is_public: false,
    incomplete: false,
    search_text: data.prompt.toLowerCase(),
    drawn: [],
    item: {
      id: data.generationId,
      original_prompt: data.prompt,
      created_at: data.requestedAt,
      status: 'queued',
      categories: [],
      isPublic: false,
      variant_count: 0,
      variants: [],
      metadata: {
        model_type: settings.model,
        aspect_ratio: settings.aspectRatio,
        resolution: settings.resolution,
        engine_type: settings.engine,
        style: settings.style,
        seed: settings.seed,
        processing_time: null,
        filter_nsfw: settings.filterNsfw,
        image_dimensions: null,
        generation_parameters: { isTshirtDesign: settings.isTshirtDesign },
        file_format: settings.outputFormat,
        creative_detailing: settings.creativeDetailing,
        provider: data.provider,
      },
    },
  };
}

const withStatus = (row: GenerationRow, status: Generation['status']): GenerationRow => ({
  ...row,
  item: { ...row.item, status },
});

const drawnVariant = ({ data }: FactOf<'VariantCreated'>): DrawnVariant => ({
  id: data.variantId,
  index: data.index,
  width: data.original.width,
  height: data.original.height,
  thumbhash: data.thumbhash,
});

function completed(row: GenerationRow, processingMs: number): GenerationRow {
  const drawn = row.drawn.toSorted((a, b) => a.index - b.index);
  const [first] = drawn;
  return {
    ...row,
    drawn: [],
    item: {
      ...row.item,
      status: 'completed',
      variant_count: drawn.length,
      variants: drawn.map(({ id, width, height, thumbhash }) => ({
        id,
        ...addresses(id, row.is_public),
        width,
        height,
        thumbhash,
      })),
      metadata: {
        ...row.item.metadata,
        processing_time: processingMs,
        image_dimensions: first ? { width: first.width, height: first.height } : null,
      },
    },
  };
}

/** Private images have a path that asks who looks. */
function addresses(variantId: string, isPublic: boolean): { image_url: string; thumbnail_url: string } {
  const path = isPublic ? '/api/images' : '/api/images/auth';
  return { image_url: `${path}/${variantId}.webp`, thumbnail_url: `${path}/${variantId}-thumb.webp` };
}

const shown = (row: GenerationRow): GenerationRow => ({
  ...row,
  shown: row.item.status === 'completed' && !row.deleted,
});

/** The lists of its owner that a generation stands in. */
function listsOf(row: GenerationRow | undefined): string[] {
  if (!row || row.deleted) return [];
  return row.shown ? [ALL, COMPLETED, ...row.item.categories.map(categoryList)] : [ALL];
}

/** What entered and left the lists. */
function listed(changes: readonly Change<GenerationRow>[]): { added: Entry[]; removed: Entry[] } {
  const added: Entry[] = [];
  const removed: Entry[] = [];
  for (const { before, after } of changes) {
    const were = listsOf(before);
    const are = listsOf(after);
    for (const list of are) if (!were.includes(list) && after) added.push(entry(after, list));
    for (const list of were) if (!are.includes(list) && before) removed.push(entry(before, list));
  }
  return { added, removed };
}

const entry = ({ id, member_id, item }: GenerationRow, list: string): Entry => ({
  owner: member_id,
  list,
  at: item.created_at,
  id,
});
