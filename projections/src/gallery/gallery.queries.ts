import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { PAGINATION, pageOf } from '../kernel/listing-page.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { readModel } from '../kernel/projector.ts';
import { given, queriesOf, WrittenStatement } from '../kernel/query-writer.ts';
import { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { gallery } from './gallery.projector.ts';
import { ALL, categoryList, COMPLETED } from './gallery.tables.ts';

export const galleryModel = readModel(gallery);
const { schema } = galleryModel;

/** Page numbers count from 1. */
export interface PageAsked {
  page: number;
  limit: number;
  search?: string | undefined;
}

/** A member's own generations in every state, newest first: the reply of `generation/user`. */
export class OwnGenerations extends Query<JsonReply> {
  constructor(
    readonly memberId: string,
    readonly asked: PageAsked,
  ) {
    super();
  }
}

/** Those that are completed, of one category or all: the reply of `gallery/user`. */
export class OwnGallery extends Query<JsonReply> {
  constructor(
    readonly memberId: string,
    readonly asked: PageAsked & { category?: string | undefined },
  ) {
    super();
  }
}

/** One of a member's own; undefined for what is not theirs, deleted, or nowhere. */
export class OwnGeneration extends Query<JsonReply | undefined> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
  ) {
    super();
  }
}

export interface ImageFile {
  /** Digest of the bytes. */
  blob: string;
  bytes: number;
}

/** The file behind a public name; undefined unless it is public or the viewer's own. */
export class VisibleImage extends Query<ImageFile | undefined> {
  constructor(
    readonly variantId: string,
    readonly size: 'preview' | 'thumbnail',
    readonly viewerId: string | null,
  ) {
    super();
  }
}

/** The entries of a list whose prompt holds every word, counted and cut to the page; parameters as `pageOf`, `$5` patterns. */
const FOUND = `
  found as materialized (
    select at, listing.id from ${schema}.listing join ${schema}.generation on generation.id = listing.id
    where owner = $1::uuid and list = $2 and search_text like all ($5::text[])
  ),
  listed as materialized (select count(*)::int as total from found),
  page as materialized (select at, id from found order by at desc, id desc offset $3::int limit $4::int)`;

const pageStatement = (name: string, tables: string, reply: string): Statement<JsonReply> =>
  new Statement(
    name,
    `with ${tables},
     rows as materialized (
       select json_agg(item order by at desc, page.id desc) as items, bool_or(incomplete) as incomplete
       from page join ${schema}.generation on generation.id = page.id
     )
     select json_build_object('success', true, ${reply})::text as json, coalesce(incomplete, false) as incomplete
     from rows, listed`,
    // A search goes over all that its owner has.
    tables === FOUND,
  );

const GENERATIONS = `'generations', coalesce(items, '[]'), 'pagination', ${PAGINATION}`;
const GALLERY = `'items', coalesce(items, '[]'), 'total', total, 'pagination', ${PAGINATION}`;

interface ImageTables {
  image: {
    variant_id: string;
    generation_id: string;
    preview_blob: string;
    preview_bytes: number;
    thumbnail_blob: string;
    thumbnail_bytes: number;
  };
  generation: { id: string; member_id: string; shown: boolean; is_public: boolean };
}

const imageStatement = (size: 'preview' | 'thumbnail'): WrittenStatement<ImageFile> =>
  new WrittenStatement(
    `visible ${size}`,
    queriesOf<ImageTables>(schema)
      .selectFrom('image')
      .innerJoin('generation', 'generation.id', 'image.generation_id')
      .where('variant_id', '=', given('variantId'))
      .where('shown', '=', true)
      .where((eb) => eb.or([eb('is_public', '=', true), eb('member_id', '=', given('viewerId'))]))
      .select([`${size}_blob as blob`, `${size}_bytes as bytes`])
      .compile(),
  );

export const ownGalleryPage = pageStatement('own gallery', pageOf(schema), GALLERY);

const statements = {
  generations: pageStatement('own generations', pageOf(schema), GENERATIONS),
  generationsFound: pageStatement('own generations found', FOUND, GENERATIONS),
  gallery: ownGalleryPage,
  galleryFound: pageStatement('own gallery found', FOUND, GALLERY),
  generation: new Statement<JsonReply>(
    'own generation',
    `select json_build_object('success', true, 'generation', item)::text as json, incomplete
     from ${schema}.generation where id = $1 and member_id = $2 and not deleted`,
  ),
  images: { preview: imageStatement('preview'), thumbnail: imageStatement('thumbnail') },
};

async function page(
  reads: Reads,
  [all, found]: readonly [Statement<JsonReply>, Statement<JsonReply>],
  { memberId, list, asked }: { memberId: string; list: string; asked: PageAsked },
): Promise<JsonReply> {
  const values = [memberId, list, (asked.page - 1) * asked.limit, asked.limit];
  const patterns = patternsOf(asked.search ?? '');
  const [reply] = patterns.length === 0 ? await all.run(reads, values) : await found.run(reads, [...values, patterns]);
  if (!reply) throw new Error('a page without a row');
  return reply;
}

/** One LIKE pattern for each word; every one must be in the prompt. */
const patternsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .replaceAll('\0', '')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

@QueryHandler(OwnGenerations)
export class OwnGenerationsHandler implements IQueryHandler<OwnGenerations> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  execute({ memberId, asked }: OwnGenerations): Promise<JsonReply> {
    return page(this.reads, [statements.generations, statements.generationsFound], { memberId, list: ALL, asked });
  }
}

@QueryHandler(OwnGallery)
export class OwnGalleryHandler implements IQueryHandler<OwnGallery> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  execute({ memberId, asked }: OwnGallery): Promise<JsonReply> {
    const list = asked.category ? categoryList(asked.category) : COMPLETED;
    return page(this.reads, [statements.gallery, statements.galleryFound], { memberId, list, asked });
  }
}

@QueryHandler(OwnGeneration)
export class OwnGenerationHandler implements IQueryHandler<OwnGeneration> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ memberId, generationId }: OwnGeneration): Promise<JsonReply | undefined> {
    const [reply] = await statements.generation.run(this.reads, [generationId, memberId]);
    return reply;
  }
}

@QueryHandler(VisibleImage)
export class VisibleImageHandler implements IQueryHandler<VisibleImage> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ variantId, size, viewerId }: VisibleImage): Promise<ImageFile | undefined> {
    const [file] = await statements.images[size].run(this.reads, { variantId, viewerId });
    return file;
  }
}
