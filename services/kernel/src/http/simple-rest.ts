import { problems, Refused } from '@easel/contracts/kernel/problem';
import * as z from 'zod/mini';
import { isStorable } from './storable-text.ts';

/** What a list is asked for, as ra-data-simple-rest sends it: three texts of JSON. */
export interface AskedList {
  sort?: string | undefined;
  range?: string | undefined;
  filter?: string | undefined;
}

export interface ListDialect<Field extends string, Filter extends z.ZodMiniObject> {
  /** Named in Content-Range. */
  resource: string;
  sortable: readonly Field[];
  defaultSort: Sort<Field>;
  /** Fields it does not name are refused. */
  filter: Filter;
  /** Rows that one reply may hold, and how many it holds unasked. */
  most?: number;
  usual?: number;
}

export interface Sort<Field extends string> {
  field: Field;
  order: 'ASC' | 'DESC';
}

export interface List<Field extends string, Filter> {
  sort: Sort<Field>;
  offset: number;
  limit: number;
  filter: Filter;
}

const MOST = 1_000;
const USUAL = 25;
/** Deeper, a list has to be narrowed by a filter. */
const DEEPEST = 1_000_000;

/** Reads `sort=["field","ASC"]`, `range=[0,24]` (both ends included) and `filter={…}`; what is no such thing is 400. */
export class SimpleRest<Field extends string, Filter extends z.ZodMiniObject> {
  private readonly sort;
  private readonly range;
  private readonly filter;

  constructor(private readonly dialect: ListDialect<Field, Filter>) {
    const { sortable, most = MOST, filter } = dialect;
    this.sort = z.tuple([z.enum(sortable), z.enum(['ASC', 'DESC'])]);
    const place = z.number().check(z.int(), z.gte(0), z.lte(DEEPEST));
    this.range = z.tuple([place, place]).check(z.refine(([first, last]) => last >= first && last - first < most));
    this.filter = z.strictObject(filter.shape);
  }

  read(asked: AskedList): List<Field, z.output<Filter>> {
    const { defaultSort, usual = USUAL } = this.dialect;
    const [field, order] = parsed('sort', this.sort, asked.sort) ?? [defaultSort.field, defaultSort.order];
    const filter = (parsed('filter', this.filter, asked.filter) ?? {}) as z.output<Filter>;
    // Records that are named by their ids are all wanted, and come without a range.
    const named = 'id' in filter && Array.isArray(filter.id) ? filter.id.length : 0;
    const [first, last] = parsed('range', this.range, asked.range) ?? [0, Math.max(usual, named) - 1];
    return { sort: { field, order }, offset: first, limit: last - first + 1, filter };
  }

  /** `messages 0-24/319`, and for an empty page where it would have begun. */
  contentRange(offset: number, rows: number, total: number): string {
    return `${this.dialect.resource} ${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total}`;
  }
}

/** Of a filter's field: one value or several, as a list. */
export const oneOrMore = <T extends z.ZodMiniType>(value: T, most = MOST) =>
  z.pipe(
    z.union([value, z.array(value).check(z.minLength(1), z.maxLength(most))]),
    z.transform((given): z.output<T>[] => (Array.isArray(given) ? given : [given]) as z.output<T>[]),
  );

function parsed<T extends z.ZodMiniType>(name: string, schema: T, text: string | undefined): z.output<T> | undefined {
  if (text === undefined || text === '') return undefined;
  const refused = (message: string) => new Refused(problems.invalid, { errors: [{ path: name, message }] });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('This is not JSON');
  }
  if (!isStorable(text, value)) throw refused('This holds characters that no text of ours has');
  const { data, error } = z.safeParse(schema, value);
  if (error) throw refused(error.issues[0]?.message ?? 'Invalid');
  return data;
}
