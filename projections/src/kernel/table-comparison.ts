import { type ClientBase, escapeIdentifier } from 'pg';

/** Undefined where a side has no such table. */
export interface TableComparison {
  table: string;
  live: TableSum | undefined;
  fresh: TableSum | undefined;
  equal: boolean;
}

export interface TableSum {
  rows: number;
  /** Sum of the rows' hashes: the order in which they lie does not count. */
  checksum: string;
}

/** A schema, and the connection to read it by. */
export interface Side {
  sql: ClientBase;
  schema: string;
}

/** The tables of two schemas, by name, each held against the other's; both are read at the same time. */
export async function* compareTables(live: Side, fresh: Side): AsyncGenerator<TableComparison, void, void> {
  const { rows } = await live.sql.query<{ table: string }>(
    `select distinct relname as table from pg_class
     where relnamespace in (to_regnamespace($1), to_regnamespace($2)) and relkind = 'r' order by 1`,
    [live.schema, fresh.schema],
  );
  for (const { table } of rows) {
    const [before, after] = await Promise.all([sumOf(live, table), sumOf(fresh, table)]);
    const equal = before?.rows === after?.rows && before?.checksum === after?.checksum;
    yield { table, live: before, fresh: after, equal };
  }
}

async function sumOf({ sql, schema }: Side, table: string): Promise<TableSum | undefined> {
  const name = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
  // JSON is compared as it is written and has no hash of its own, nor has a text's index. A whole row as text would be
  // escaped before it is hashed, which takes several times as long.
  const { rows: found } = await sql.query<{ row: string | null }>(
    `select string_agg(
       case when atttypid in ('json'::regtype, 'tsvector'::regtype)
         then format('t.%I::text', attname) else format('t.%I', attname) end, ', ' order by attnum
     ) as row
     from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [name],
  );
  const row = found[0]?.row ?? null;
  if (row === null) return undefined;
  const hash = `hash_record_extended(row(${row}), 0)`;
  const { rows } = await sql.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(${hash}), 0)::text as checksum from ${name} t`,
  );
  return rows[0] && { rows: Number(rows[0].rows), checksum: rows[0].checksum };
}
