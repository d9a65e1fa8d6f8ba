import { isOpenPreview, openPreviewPx, SAVED_CATEGORY } from '@easel/contracts/gallery/policy';
import { providerSteps, type GenerationFact } from '@easel/contracts/generation/events';
import type { Generation } from '@easel/contracts/generation/http';
import { generationStream } from '@easel/contracts/generation/stream';
import {
  categoriesAfter,
  shownEntry,
  type CategoryFact,
  endOf,
  finishOf,
  replyOf,
  requestedView,
  shownVariants,
  type GeneratedImage,
} from '@easel/contracts/generation/view';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { plain } from '@easel/contracts/kernel/words';
import { makingOf } from '@easel/contracts/origin/making';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { type Change, FoldedTable } from '../kernel/folded-rows.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { type Entry, writeListing } from '../kernel/listing.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  ALL,
  categoryList,
  COMPLETED,
  type Differing,
  type DrawnVariant,
  EVERYONE,
  type GenerationRow,
  generations,
  type ImageRow,
  images,
  PUBLISHED,
  tables,
  TRASH,
} from './gallery.tables.ts';

type FactOf<Type extends GenerationFact['type']> = Recorded<Extract<GenerationFact, Fact<Type>>>;

const foldedGenerations = new FoldedTable(generations);
const DISCARD_IMAGES = 'delete from image where generation_id = any($1::uuid[])';

class GalleryRows implements RowBatch {
  private readonly generations = foldedGenerations.batch();
  /** Drawn or attached in this batch, by public name; what is attached takes over the row of what was drawn. */
  private readonly images = new Map<string, ImageRow>();
  /** Generations whose images from before this batch no longer count. */
  private readonly discarded = new Set<string>();
  /** Of variants requested in this batch, by the generations that make them: those that they are for. */
  private readonly parents = new Map<string, string>();
  /** Generations of which no variant will come any more. */
  private readonly unmade = new Set<string>();

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

  /** Another image of a generation is to be made, by a generation of its own. */
  await(source: string, parent: string, differing: (parent: GenerationRow) => Differing): void {
    this.parents.set(source, parent);
    this.changeKnown(parent, (row) => awaiting(row, source, differing(row)));
  }

  /** What was to become a variant of another leaves no words there. */
  giveUp(source: string): void {
    this.unmade.add(source);
  }

  /** Nothing is left of it, its words least of all. */
  remove(id: string): void {
    this.giveUp(id);
    this.generations.change(id, () => undefined);
    this.discardImages(id);
  }

  begin(row: GenerationRow): void {
    this.generations.begin(row.id, row);
  }

  addImage(image: ImageRow): void {
    this.images.set(image.variant_id, image);
  }

  discardImages(generationId: string): void {
    for (const [name, image] of this.images) if (image.generation_id === generationId) this.images.delete(name);
    this.discarded.add(generationId);
  }

  async write(sql: ClientBase): Promise<void> {
    const changes = await this.fold(sql);
    const { added, removed } = listed(changes);
    await Promise.all([
      this.generations.write(sql, changes),
      this.writeImages(sql),
      added.length + removed.length > 0 ? writeListing(sql, added, removed) : undefined,
    ]);
  }

  private async fold(sql: ClientBase): Promise<Change<GenerationRow>[]> {
    const changes = await this.generations.fold(sql);
    const stored = changes.flatMap(({ before }): [string, string][] =>
      before?.variant_of ? [[before.id, before.variant_of]] : [],
    );
    const forgotten = [...this.parents, ...stored].filter(([source]) => this.unmade.has(source));
    for (const [source, parent] of forgotten) this.changeKnown(parent, (row) => noLongerAwaiting(row, source));
    return forgotten.length > 0 ? this.generations.fold(sql) : changes;
  }

  private async writeImages(sql: ClientBase): Promise<void> {
    const writing: Promise<unknown>[] = [];
    if (this.discarded.size > 0) {
      writing.push(
        sql.query({ name: 'discard images', text: DISCARD_IMAGES, values: [arrayLiteral([...this.discarded])] }),
      );
    }
    writing.push(put(sql, images, [...this.images.values()]));
    await Promise.all(writing);
  }
}

/** The generations of members, with their images. Everything here is private until it is made public. */
export const gallery = projectorOf<GenerationFact, GalleryRows>()({
  name: 'gallery',
  version: 10,
  categories: [generationStream.category],
  tables,
  rows: () => new GalleryRows(),
  on: {
    GenerationRequested: (fact, rows) => {
      const { generationId, variantOf } = fact.data;
      rows.begin(requested(fact));
      if (variantOf) rows.await(generationId, variantOf.generationId, (parent) => differing(fact, parent));
    },
    RenderingStarted: ({ data }, rows) => {
      // What an attempt before this one drew is drawn again.
      if (data.attempt > 1) rows.discardImages(data.generationId);
      rows.change(data.generationId, (row) => ({ ...withStatus(row, 'processing'), attempt: data.attempt, drawn: [] }));
    },
    RenderingHandedBack: ({ data }, rows) => rows.change(data.generationId, (row) => withStatus(row, 'queued')),
    VariantCreated: (fact, rows) => {
      rows.addImage(imageRow(fact.data));
      rows.change(fact.data.generationId, (row) => ({ ...row, drawn: [...row.drawn, drawnVariant(fact, row)] }));
    },
    GenerationCompleted: (fact, rows) =>
      rows.change(fact.data.generationId, (row) => shown(completed(ended(row, fact), fact.data.processingMs))),
    GenerationFailed: (fact, rows) => {
      rows.giveUp(fact.data.generationId);
      rows.discardImages(fact.data.generationId);
      rows.changeKnown(fact.data.generationId, (row) => ended({ ...row, drawn: [] }, fact));
    },
    GenerationCancelled: (fact, rows) => {
      rows.giveUp(fact.data.generationId);
      rows.discardImages(fact.data.generationId);
      rows.change(fact.data.generationId, (row) => ended({ ...row, drawn: [] }, fact));
    },
    VariantAttached: ({ data }, rows) => {
      const { generationId, source, variantId, original, thumbhash, seed } = data;
      rows.addImage(imageRow(data));
      const { width, height } = original;
      rows.change(generationId, (row) =>
        withVariants(noLongerAwaiting(row, source), [
          ...row.item.variants,
          {
            id: variantId,
            width,
            height,
            thumbhash,
            seed,
            ...finishOf(data, row.item.metadata.provider),
            ...row.awaited[source],
          },
        ]),
      );
    },
    Saved: (fact, rows) => rows.change(fact.data.generationId, (row) => categorised(row, fact)),
    MadePublic: (fact, rows) =>
      rows.change(fact.data.generationId, (row) =>
        categorised({ ...row, is_public: true, published_at: fact.data.publishedAt }, fact),
      ),
    MadePrivate: (fact, rows) =>
      rows.change(fact.data.generationId, (row) => categorised({ ...row, is_public: false, published_at: null }, fact)),
    EntryTagged: (fact, rows) =>
      rows.change(fact.data.generationId, (row) =>
        categorised({ ...row, item: { ...row.item, entry: shownEntry(fact.data) } }, fact),
      ),
    EntryUntagged: (fact, rows) =>
      rows.change(fact.data.generationId, ({ item: { entry: _entry, ...item }, ...row }) =>
        categorised({ ...row, item }, fact),
      ),
    Deleted: ({ data }, rows) =>
      rows.change(data.generationId, (row) =>
        shown({ ...row, deleted: true, item: { ...row.item, deleted_at: data.deletedAt } }),
      ),
    Restored: ({ data }, rows) =>
      rows.change(data.generationId, ({ item: { deleted_at: _over, ...item }, ...row }) =>
        shown({ ...row, item, deleted: false }),
      ),
    GenerationAdopted: ({ data }, rows) =>
      rows.change(data.generationId, (row) => ({
        ...row,
        member_id: data.memberId,
        search_text: plain(data.prompt),
        item: { ...row.item, original_prompt: data.prompt },
      })),
    Purged: ({ data }, rows) => rows.remove(data.generationId),
  },
  ignores: ['LeaseExtended', 'RemixDetached', ...providerSteps],
  async markIncomplete(sql, partitions, incomplete) {
    await sql.query('update generation set incomplete = $2 where id = any($1::uuid[])', [
      uuidsOf(partitions.map((stream) => generationStream.idOf(stream))),
      incomplete,
    ]);
  },
});

/** Of a visitor no words stand here: they come with the member who the visitor becomes. */
function requested({ data: told }: FactOf<'GenerationRequested'>): GenerationRow {
  const data = told.trial ? { ...told, prompt: '', negativePrompt: '' } : told;
  const { settings } = data;
  return {
    id: data.generationId,
    member_id: data.memberId,
    attempt: 0,
    deleted: false,
    shown: false,
    is_public: false,
    published_at: null,
    variant_of: data.variantOf?.generationId ?? null,
    model: settings.model,
    style: settings.style,
    ratio: settings.aspectRatio,
    resolution: settings.resolution,
    seed: settings.seed,
    incomplete: false,
    search_text: plain(data.prompt),
    drawn: [],
    awaited: {},
    public_item: null,
    item: replyOf(requestedView(data)),
  };
}

/** In what a variant was asked for otherwise than its generation. */
function differing({ data }: FactOf<'GenerationRequested'>, { item }: GenerationRow): Differing {
  const {
    prompt,
    settings: { resolution },
    references,
    edit,
  } = data;
  const sent = references?.length ?? 0;
  return {
    ...(prompt !== item.original_prompt && { prompt }),
    ...(resolution !== item.metadata.resolution && { resolution }),
    ...(sent !== (item.metadata.references ?? 0) && { references: sent }),
    ...(edit && { edit: { kind: edit.kind, variant_id: edit.source.id } }),
  };
}

const awaiting = (row: GenerationRow, source: string, differing: Differing): GenerationRow =>
  Object.keys(differing).length > 0 ? { ...row, awaited: { ...row.awaited, [source]: differing } } : row;

function noLongerAwaiting(row: GenerationRow, source: string): GenerationRow {
  if (!(source in row.awaited)) return row;
  const { [source]: _over, ...awaited } = row.awaited;
  return { ...row, awaited };
}

type Pictures = Pick<GeneratedImage, 'variantId' | 'original' | 'preview' | 'thumbnail' | 'provider' | 'enlarged'> & {
  generationId: string;
};

/** Of an image that was drawn or attached, where its files are. */
export function imageRow({ generationId, variantId, original, preview, thumbnail, ...made }: Pictures): ImageRow {
  const { width, height } = openPreviewPx(original);
  return {
    variant_id: variantId,
    generation_id: generationId,
    preview_blob: isOpenPreview(preview, original) ? preview.blob : null,
    thumbnail_blob: thumbnail.blob,
    original_blob: original.blob,
    preview_width: width,
    preview_height: height,
    making: makingOf(made) ?? null,
  };
}

const withStatus = (row: GenerationRow, status: Generation['status']): GenerationRow => ({
  ...row,
  item: { ...row.item, status },
});

const drawnVariant = ({ data }: FactOf<'VariantCreated'>, { item }: GenerationRow): DrawnVariant => ({
  id: data.variantId,
  index: data.index,
  width: data.original.width,
  height: data.original.height,
  thumbhash: data.thumbhash,
  seed: data.seed,
  ...finishOf(data, item.metadata.provider),
});

const ended = (row: GenerationRow, fact: GenerationFact): GenerationRow => ({
  ...row,
  item: { ...row.item, ...endOf(fact) },
});

function completed(row: GenerationRow, processingMs: number): GenerationRow {
  const drawn = row.drawn.toSorted((a, b) => a.index - b.index);
  const [first] = drawn;
  const item: Generation = {
    ...row.item,
    metadata: {
      ...row.item.metadata,
      processing_time: processingMs,
      image_dimensions: first ? { width: first.width, height: first.height } : null,
    },
  };
  return withVariants({ ...row, item, drawn: [] }, drawn);
}

/** Their addresses follow from who may see them. */
function withVariants(row: GenerationRow, variants: Parameters<typeof shownVariants>[0]): GenerationRow {
  const { is_public: isPublic } = row;
  return published({
    ...row,
    item: {
      ...row.item,
      variant_count: variants.length,
      variants: shownVariants(variants, isPublic),
    },
  });
}

function categorised(row: GenerationRow, fact: CategoryFact): GenerationRow {
  const categories = categoriesAfter(row.item.categories, fact);
  const item = { ...row.item, categories, isPublic: row.is_public };
  return withVariants({ ...row, item }, item.variants);
}

/** Everyone's item leaves out what is its owner's alone. */
function published(row: GenerationRow): GenerationRow {
  if (!row.is_public) return { ...row, public_item: null };
  const { batch_id: _batch, ...item } = row.item;
  const { negative_prompt: _own, lettering: _words, references: _sent, ...metadata } = item.metadata;
  const categories = item.categories.filter((category) => category !== SAVED_CATEGORY);
  const variants = item.variants.map(
    ({ seed: _seed, revised_prompt: _revised, references: _along, ...variant }) => variant,
  );
  return { ...row, public_item: { ...item, categories, metadata, variants } };
}

const shown = (row: GenerationRow): GenerationRow => ({
  ...row,
  shown: row.item.status === 'completed' && !row.deleted && row.variant_of === null,
});

/** The lists that a generation stands in: its owner's and everyone's. */
function entriesOf(row: GenerationRow | undefined): Entry[] {
  if (!row || row.variant_of !== null) return [];
  const { id, member_id: owner, item } = row;
  const own = (list: string, at = item.created_at): Entry => ({ owner, list, at, id });
  if (row.deleted) return item.status === 'completed' && item.deleted_at ? [own(TRASH, item.deleted_at)] : [];
  if (!row.shown) return [own(ALL)];
  const { published_at: at } = row;
  return [
    ...[ALL, COMPLETED, ...item.categories.map(categoryList)].map((list) => own(list)),
    ...(at === null
      ? []
      : [own(PUBLISHED, at), ...publicLists(row).map((list) => ({ owner: EVERYONE, list, at, id }))]),
  ];
}

const publicLists = ({ public_item: item }: GenerationRow): string[] => item?.categories.map(categoryList) ?? [];

/** What entered and left the lists. */
function listed(changes: readonly Change<GenerationRow>[]): { added: Entry[]; removed: Entry[] } {
  const added: Entry[] = [];
  const removed: Entry[] = [];
  for (const { before, after } of changes) {
    const were = entriesOf(before);
    const are = entriesOf(after);
    added.push(...are.filter((entry) => !were.some((one) => isSame(one, entry))));
    removed.push(...were.filter((entry) => !are.some((one) => isSame(one, entry))));
  }
  return { added, removed };
}

const isSame = (a: Entry, b: Entry): boolean => a.owner === b.owner && a.list === b.list && a.at === b.at;
