import { z } from 'zod';
import type { Stretch } from './archive/archive.ts';
import type { Books } from './books.ts';
import type { Shelf } from './shelves.ts';
import { integer, text } from './params.ts';
import { missing } from './refusal.ts';
import { type List, listOf } from './wire.ts';

const DEFAULT_LIMIT = 10;

const created = z.union([
  integer.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);

export const pageShape = z.object({
  limit: integer.pipe(z.int().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: created.optional(),
});

export type Page = z.output<typeof pageShape>;

/** A part of what is kept, newest first. @throws Refusal as 404 where the object it starts at is not there */
export async function page<Item>(
  kept: { seqOf(id: string): Promise<bigint | undefined>; list(stretch: Stretch): Promise<Item[]> },
  asked: Page,
): Promise<{ items: Item[]; more: boolean }> {
  const newer = asked.ending_before !== undefined;
  const cursor = asked.starting_after ?? asked.ending_before;
  const seq = cursor === undefined ? undefined : await kept.seqOf(cursor);
  if (cursor !== undefined && seq === undefined) {
    throw missing('object', cursor, newer ? 'ending_before' : 'starting_after');
  }
  const limit = asked.limit ?? DEFAULT_LIMIT;
  const found = await kept.list({
    created: asked.created,
    beyond: seq === undefined ? undefined : { seq, newer },
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  return { items: newer ? shown.reverse() : shown, more: found.length > limit };
}

/** The objects of a kind whose fields have these values, and not those. */
export async function listObjects(
  books: Books,
  shelf: Shelf,
  url: string,
  asked: Page,
  filters: Record<string, string | undefined> = {},
  except: Record<string, string> = {},
): Promise<List<unknown>> {
  const { objects } = books.records;
  const fields = Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const { items, more } = await page(
    {
      seqOf: (id) => objects.seqOf(id),
      list: (stretch) => objects.list(shelf, { ...stretch, fields, except }),
    },
    asked,
  );
  return listOf(
    items.map((body) => books.shown(body)),
    url,
    more,
  );
}
