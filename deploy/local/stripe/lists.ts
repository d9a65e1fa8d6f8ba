import { z } from 'zod';
import type { Books, Shelf } from './books.ts';
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

const COMPARE = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

interface Source {
  table: 'objects' | 'events';
  /** SQL of what narrows it down: names and comparisons of this program, values as parameters. */
  where: string[];
  values: unknown[];
  createdSql: string;
  columns: string;
}

/** A page of a table, newest first. @throws Refusal as 404 where the object it starts at is not there */
export async function page<Row extends { seq: string }>(
  books: Books,
  source: Source,
  asked: Page,
): Promise<{ rows: Row[]; more: boolean }> {
  const where = [...source.where];
  const values = [...source.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const backwards = asked.ending_before !== undefined;
  const cursor = asked.starting_after ?? asked.ending_before;
  if (cursor !== undefined) {
    const [found] = await books.query<{ seq: string }>(`select seq from stripe_standin.${source.table} where id = $1`, [
      cursor,
    ]);
    if (!found) throw missing('object', cursor, backwards ? 'ending_before' : 'starting_after');
    where.push(`seq ${backwards ? '>' : '<'} ${bind(found.seq)}`);
  }
  for (const [name, sign] of Object.entries(COMPARE)) {
    const bound = (asked.created as Record<string, number | undefined> | undefined)?.[name];
    if (bound !== undefined) where.push(`${source.createdSql} ${sign} ${bind(bound)}`);
  }
  const limit = asked.limit ?? DEFAULT_LIMIT;
  const rows = await books.query<Row>(
    `select seq, ${source.columns} from stripe_standin.${source.table}
      ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
      order by seq ${backwards ? 'asc' : 'desc'} limit ${bind(limit + 1)}`,
    values,
  );
  const shown = rows.slice(0, limit);
  return { rows: backwards ? shown.reverse() : shown, more: rows.length > limit };
}

/** Fields are names of this program, with dots between those that stand within others. */
const fieldSql = (field: string) =>
  field.includes('.') ? `body#>>'{${field.replaceAll('.', ',')}}'` : `body->>'${field}'`;

/** The objects of a kind whose fields have these values, and not those. */
export async function listObjects(
  books: Books,
  shelf: Shelf,
  url: string,
  asked: Page,
  filters: Record<string, string | undefined> = {},
  except: Record<string, string> = {},
): Promise<List<unknown>> {
  const values: unknown[] = [shelf];
  const where = ['object = $1'];
  for (const [field, value] of Object.entries(filters)) {
    if (value !== undefined) where.push(`${fieldSql(field)} = $${values.push(value)}`);
  }
  for (const [field, value] of Object.entries(except)) where.push(`${fieldSql(field)} <> $${values.push(value)}`);
  const { rows, more } = await page<{ seq: string; body: Parameters<Books['shown']>[0] }>(
    books,
    { table: 'objects', where, values, createdSql: `(body->>'created')::bigint`, columns: 'body' },
    asked,
  );
  return listOf(
    rows.map(({ body }) => books.shown(body)),
    url,
    more,
  );
}
