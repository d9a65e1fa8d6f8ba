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
  const { rows: found } = await sql.query<{ found: boolean; hashless: boolean }>(
    `select to_regclass($1) is not null as found, exists (
       select from pg_attribute
       where attrelid = to_regclass($1) and atttypid in ('json'::regtype, 'tsvector'::regtype)
     ) as hashless`,
    [name],
  );
  if (!found[0]?.found) return undefined;
  // JSON is compared as it is written and has no hash of its own, nor has a text's index; other rows need not become
  // text.
  const hash = found[0].hashless ? 'hashtextextended(t::text, 0)' : 'hash_record_extended(t, 0)';
  const { rows } = await sql.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(${hash}), 0)::text as checksum from ${name} t`,
  );
  return rows[0] && { rows: Number(rows[0].rows), checksum: rows[0].checksum };
}
