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

/** The tables in which two schemas of the same shape differ. */
export async function compareTables(sql: ClientBase, live: string, fresh: string): Promise<TableDifference[]> {
  const { rows } = await sql.query<{ table: string }>(
    `select distinct relname as table from pg_class
     where relnamespace in (to_regnamespace($1), to_regnamespace($2)) and relkind = 'r' order by 1`,
    [live, fresh],
  );
  const differences: TableDifference[] = [];
  for (const { table } of rows) {
    const sums = { live: await sumOf(sql, live, table), fresh: await sumOf(sql, fresh, table) };
    if (sums.live?.rows !== sums.fresh?.rows || sums.live?.checksum !== sums.fresh?.checksum) {
      differences.push({ table, ...sums });
    }
  }
  return differences;
}

async function sumOf(sql: ClientBase, schema: string, table: string): Promise<TableSum | undefined> {
  const name = `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
  const { rows: found } = await sql.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name]);
  if (!found[0]?.found) return undefined;
  const { rows } = await sql.query<{ rows: string; checksum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum from ${name} t`,
  );
  return rows[0] && { rows: Number(rows[0].rows), checksum: rows[0].checksum };
}
