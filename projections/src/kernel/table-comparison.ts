import { type ClientBase, escapeIdentifier } from 'pg';

export interface TableDifference {
  table: string;
  live: TableSum | undefined;
  fresh: TableSum | undefined;
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

/** The tables in which two schemas of the same shape differ; both are read at the same time. */
export async function compareTables(live: Side, fresh: Side): Promise<TableDifference[]> {
  const { rows } = await live.sql.query<{ table: string }>(
    `select distinct relname as table from pg_class
     where relnamespace in (to_regnamespace($1), to_regnamespace($2)) and relkind = 'r' order by 1`,
    [live.schema, fresh.schema],
  );
  const differences: TableDifference[] = [];
  for (const { table } of rows) {
    const [before, after] = await Promise.all([sumOf(live, table), sumOf(fresh, table)]);
    if (before?.rows !== after?.rows || before?.checksum !== after?.checksum) {
      differences.push({ table, live: before, fresh: after });
    }
  }
  return differences;
}

async function sumOf({ sql, schema }: Side, table: string): Promise<TableSum | undefined> {
  const name = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
  const { rows: found } = await sql.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name]);
  if (!found[0]?.found) return undefined;
  const { rows } = await sql.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum from ${name} t`,
  );
  return rows[0] && { rows: Number(rows[0].rows), checksum: rows[0].checksum };
}
