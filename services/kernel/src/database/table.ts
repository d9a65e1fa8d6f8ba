import type { Generated } from 'kysely';
import type { ClientBase } from 'pg';
import { arrayLiteral, plainArrayLiteral } from './arrays.ts';
import { CopyRows } from './copy-in.ts';

interface Traits<Written, Read> {
  /** In arrays, where that is another type than the column's own. */
  element?: string;
  isNullable?: boolean;
  /** What follows its type: `default false`. */
  filledBy?: string;
  /** Many values as one text; without it, as an array in which nothing is escaped. */
  encode?: (values: readonly unknown[]) => string;
  /** Writes one into rows that are copied; null is nothing there, but for a `json`. Without it, no row is copied. */
  copy?(this: void, into: CopyRows, value: NonNullable<Written>): void;
  /** What the driver read, as it was written. */
  revive?(this: void, read: Read): Written;
}

/**
 * Declares a column: its type in PostgreSQL, what a batch writes into it (`Written`) and what the driver reads
 * (`Read`).
 */
export class Column<Written, Read = Written> {
  declare readonly written: Written;
  declare readonly read: Read;

  constructor(
    readonly type: string,
    readonly traits: Traits<Written, Read> = {},
  ) {}

  get orNull(): Column<Written | null, Read | null> {
    const { revive, ...rest } = this.traits;
    return new Column<Written | null, Read | null>(this.type, {
      ...rest,
      isNullable: true,
      ...(revive && { revive: (read: Read | null) => (read === null ? null : revive(read)) }),
    });
  }

  /** Leaves it to the database to fill: no batch writes it. `by`: `default false`. */
  filled(by: string): Column<never, Read> {
    return new Column<never, Read>(this.type, { filledBy: by });
  }

  /** Several at once, as a query takes them: `= any(…)`. */
  get list(): Column<string, Read[]> {
    return new Column<string, Read[]>(`${this.element}[]`);
  }

  get element(): string {
    return this.traits.element ?? this.type;
  }
}

const copyText = (rows: CopyRows, text: string): void => rows.text(text);

/**
 * Kinds of columns. Times are written in ISO 8601 and read as dates; whole numbers of eight bytes are read as digits.
 */
export const column = {
  uuid: new Column<string>('uuid', { copy: (rows, id) => rows.uuid(id) }),
  boolean: new Column<boolean>('boolean', { copy: (rows, value) => rows.boolean(value) }),
  smallint: new Column<number>('smallint'),
  int: new Column<number>('int', { copy: (rows, value) => rows.int4(value) }),
  /** Sums, which stay far below what a double holds exactly. */
  bigint: new Column<number, string>('bigint', { revive: Number, copy: (rows, value) => rows.int8(value) }),
  /** A position of the log where it is handed on as its digits. */
  digits: new Column<string>('bigint', { copy: (rows, digits) => rows.int8(BigInt(digits)) }),
  /** A position of the log. */
  position: new Column<bigint, string>('bigint', { revive: BigInt, copy: (rows, value) => rows.int8(value) }),
  float: new Column<number>('float8', { copy: (rows, value) => rows.float8(value) }),
  text: new Column<string>('text', { encode: arrayLiteral, copy: copyText }),
  /** One of a few texts. */
  oneOf: <Text extends string>() => new Column<Text>('text', { encode: arrayLiteral, copy: copyText }),
  /** Sorted and compared by its bytes. */
  code: new Column<string>('text collate "C"', { element: 'text', encode: arrayLiteral, copy: copyText }),
  /** A code of our own, in which nothing has to be escaped. */
  word: <Word extends string>() => new Column<Word>('text collate "C"', { element: 'varchar', copy: copyText }),
  date: new Column<string, Date>('date', { copy: (rows, day) => rows.date(day) }),
  timestamptz: new Column<string, Date>('timestamptz', {
    revive: (at) => at.toISOString(),
    copy: (rows, at) => rows.timestamptz(at),
  }),
  bytea: new Column<Uint8Array, Buffer>('bytea', { copy: (rows, bytes) => rows.raw(bytes) }),
  /** Null is written as JSON's own. */
  json: <Value extends object | null>() =>
    new Column<Value>('json', { encode: JSON.stringify, copy: (rows, value) => rows.text(JSON.stringify(value)) }),
  /** No array: the driver would write it as PostgreSQL's own. In no batch. */
  jsonb: <Value extends object>() => new Column<Value>('jsonb'),
};

type Columns = Readonly<Record<string, Column<unknown, unknown>>>;

/** What a batch writes: every column that the database does not fill. */
type Written<C extends Columns> = {
  [Name in keyof C as [C[Name]['written']] extends [never] ? never : Name]: C[Name]['written'];
};
type Selected<C extends Columns> = {
  [Name in keyof C]: [C[Name]['written']] extends [never] ? Generated<C[Name]['read']> : C[Name]['read'];
};

interface TableOptions {
  /** What follows `create index on` its name. Those that no batch is written by are the projector's `indexes`. */
  indexes?: readonly string[];
  /** It may stand already. */
  ifMissing?: boolean;
}

/** Declares a table: what creates it, what batches write into it (`Row`) and what queries find there (`Selected`). */
export class Table<Row extends object, Selected = unknown, Name extends string = string> {
  declare readonly row: Row;
  declare readonly selected: Selected;
  /** Of the columns that batches write. */
  readonly names: readonly (keyof Row & string)[];
  /** Statements. */
  readonly create: readonly string[];
  /** Whether each of these columns knows how its values are copied. */
  readonly canCopy: boolean;
  private readonly revived: readonly (keyof Row & string)[];

  constructor(
    readonly name: Name,
    readonly columns: Columns,
    readonly key: readonly string[],
    { indexes = [], ifMissing = false }: TableOptions,
  ) {
    const all = Object.entries(columns);
    const lines = all.map(([column, { type, traits }]) =>
      [column, type, traits.isNullable ? '' : 'not null', traits.filledBy ?? ''].filter(Boolean).join(' '),
    );
    this.names = Object.keys(columns).filter((column) => columns[column]?.traits.filledBy === undefined) as (keyof Row &
      string)[];
    this.canCopy = this.names.every((name) => columns[name]?.traits.copy);
    this.revived = this.names.filter((column) => columns[column]?.traits.revive);
    if (key.length > 0) lines.push(`primary key (${key.join(', ')})`);
    this.create = [
      `create table ${ifMissing ? 'if not exists ' : ''}${name} (${lines.join(', ')})`,
      ...indexes.map((on) => `create index on ${name} ${on}`),
    ];
  }

  of(name: keyof Row & string): Column<unknown, unknown> {
    const found = this.columns[name];
    if (!found) throw new TypeError(`${this.name} has no column ${name}`);
    return found;
  }

  /** Makes a row that was read what it was when it was written. */
  revive(row: Row): Row {
    const written = this.revived.map((name): [string, unknown] => [
      name,
      this.columns[name]?.traits.revive?.(row[name]),
    ]);
    return written.length === 0 ? row : Object.assign(row, Object.fromEntries(written));
  }
}

/** Declares a table by its columns, in their order. */
export const table = <Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  { key, ...options }: TableOptions & { key: readonly (keyof C & string)[] },
): Table<Written<C>, Selected<C>, Name> => new Table(name, columns, key, options);

export type RowOf<T extends { row: object }> = T['row'];

/** A table as the machinery sees it. */
export type DeclaredTable = Pick<Table<object>, 'name' | 'selected' | 'create'>;

/** The tables of a schema as Kysely wants to know them; statements among them count for nothing. */
export type Database<Tables extends readonly (Pick<DeclaredTable, 'name' | 'selected'> | string)[]> = {
  [T in Exclude<Tables[number], string> as T['name']]: T['selected'];
};

/**
 * A table expression `given` over many rows, whose columns are the parameters from `$1` on, as `columnValues` makes
 * them: an array each, but one JSON text for a column of json, which spares escaping every quote in it.
 */
export function givenRows<Row extends object>(of: Table<Row>): string {
  const sets = of.names.map((name, index) => {
    const { type, element } = of.of(name);
    return type === 'json' ? `json_array_elements($${index + 1}::json)` : `unnest($${index + 1}::${element}[])`;
  });
  return `rows from (${sets.join(', ')}) as given (${of.names.join(', ')})`;
}

export const columnValues = <Row extends object>(of: Table<Row>, rows: readonly Row[]): string[] =>
  of.names.map((name) => (of.of(name).traits.encode ?? plainArrayLiteral)(rows.map((row) => row[name])));

/** From so many rows on they are copied: few are written sooner by a statement that is prepared. */
const COPIED_FROM = 64;

/** Appends rows, set by set; one that is there already fails the batch. */
export function append<Row extends object>(sql: ClientBase, to: Table<Row>, rows: readonly Row[]): Promise<unknown> {
  if (rows.length >= COPIED_FROM && to.canCopy) return copy(sql, to, rows);
  return write(sql, to, { name: `append ${to.name}`, text: insertInto(to) }, rows);
}

async function copy<Row extends object>(sql: ClientBase, to: Table<Row>, rows: readonly Row[]): Promise<void> {
  const copied = new CopyRows(to.names.length);
  const columns = to.names.map((name) => ({
    name,
    isJson: to.of(name).type === 'json',
    copy: to.of(name).traits.copy,
  }));
  for (const row of rows) {
    copied.row();
    for (const { name, isJson, copy } of columns) {
      const value: unknown = row[name] ?? null;
      if (value === null && !isJson) copied.nothing();
      else copy?.(copied, value as NonNullable<unknown>);
    }
  }
  await copied.send(sql, `copy ${to.name} (${to.names.join(', ')}) from stdin (format binary)`);
}

/** Writes rows, each in the place of the one that has its key. */
export function put<Row extends object>(sql: ClientBase, to: Table<Row>, rows: readonly Row[]): Promise<unknown> {
  const excluded = to.names.map((name) => `excluded.${name}`);
  const instead = `on conflict (${to.key.join(', ')}) do update set (${to.names.join(', ')}) = row (${excluded.join(', ')})`;
  return write(sql, to, { name: `put ${to.name}`, text: `${insertInto(to)} ${instead}` }, rows);
}

/** `insert … select`, of the rows that are given. */
export const insertInto = <Row extends object>(to: Table<Row>): string =>
  `insert into ${to.name} (${to.names.join(', ')}) select ${to.names.join(', ')} from ${givenRows(to)}`;

async function write<Row extends object>(
  sql: ClientBase,
  to: Table<Row>,
  statement: { name: string; text: string },
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await sql.query({ ...statement, values: columnValues(to, rows) });
}

/** Loads the rows of these keys, as they were written; of a table with one key column. */
export async function load<Row extends object>(
  sql: ClientBase,
  from: Table<Row>,
  keys: readonly string[],
): Promise<Map<string, Row>> {
  const key = keyOf(from);
  const { rows } = await sql.query<Row>({
    name: `load ${from.name}`,
    text: `select ${from.names.join(', ')} from ${from.name} where ${key} = any($1::${from.of(key).element}[])`,
    values: [arrayLiteral(keys)],
  });
  return new Map(rows.map((row) => [String(row[key]), from.revive(row)]));
}

/** Throws for a table whose key is of several columns. */
export function keyOf<Row extends object>({ name, names, key }: Table<Row>): keyof Row & string {
  const found = names.find((column) => column === key[0]);
  if (found === undefined || key.length > 1) throw new TypeError(`${name} has no single key column`);
  return found;
}
