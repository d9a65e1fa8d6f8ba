import type { Client } from 'pg';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export type Value = string | number | null | readonly string[];

/** How the server goes about a statement whose plan serves all values; `sql` has to plan so. */
export async function planOf(sql: Client, { text }: { text: string }, values: readonly Value[]): Promise<PlanNode[]> {
  const literals = values.map((value) => {
    if (value === null || typeof value === 'number') return String(value);
    return `'${typeof value === 'string' ? value : `{${value.join(',')}}`}'`;
  });
  await sql.query(`deallocate all; prepare asked as ${text}`);
  const { rows } = await sql.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) execute asked (${literals.join(', ')})`,
  );
  const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
  return rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan));
}

export interface Touched {
  /** Rows that were looked at, whatever became of them, in tables and not in what was found already. */
  rows: number;
  /** Walks that are none along an index. */
  scans: string[];
}

/** Small tables are soonest found by looking at all of them: `but` names them. */
export function touchedBy(nodes: readonly PlanNode[], { but }: { but: string }): Touched {
  const read = nodes.filter((node) => node['Relation Name'] !== undefined);
  const scans = read
    .filter((node) => node['Relation Name'] !== but)
    .map((node) => node['Node Type'])
    .filter((type) => !['Index Scan', 'Index Only Scan'].includes(type));
  const rows = read.reduce(
    (sum, node) =>
      sum +
      node['Actual Loops'] *
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)),
    0,
  );
  return { rows, scans };
}
