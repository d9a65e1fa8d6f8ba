import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { alone } from './duckdb.ts';
import { allowedFunctions, outOfReach } from './statement-reach.ts';

let sql: DuckDBConnection;
beforeAll(async () => {
  sql = await (await DuckDBInstance.create(':memory:', alone)).connect();
});

const texts = async (select: string) => (await sql.runAndReadAll(select)).getRows().map(([name]) => String(name));

test('DuckDB has every function that is allowed', async () => {
  const known = new Set(await texts('select function_name from duckdb_functions()'));
  expect([...allowedFunctions].filter((name) => !known.has(name))).toEqual([]);
});

test('of the functions that do not follow from their arguments, those of the clock and of chance are allowed', async () => {
  const impure = await texts(`select distinct function_name from duckdb_functions()
    where function_type = 'scalar' and stability <> 'CONSISTENT' order by all`);
  expect(impure.filter((name) => allowedFunctions.has(name))).toEqual([
    'current_date',
    'gen_random_uuid',
    'get_current_time',
    'get_current_timestamp',
    'now',
    'random',
    'today',
    'transaction_timestamp',
    'uuid',
    'uuidv4',
    'uuidv7',
  ]);
});

test('of the table functions, those that make rows of their arguments are allowed', async () => {
  const names = await texts(`select distinct function_name from duckdb_functions()
    where function_type in ('table', 'table_macro', 'pragma') order by all`);
  const allowed = names.filter(
    (name) => outOfReach({ type: 'TABLE_FUNCTION', function: { function_name: name } }).sources.length === 0,
  );
  expect(allowed).toEqual(['generate_series', 'json_each', 'json_tree', 'range', 'repeat', 'unnest']);
});

test('no view of the system is in reach, by its name or its schema', async () => {
  const views = await sql.runAndReadAll('select schema_name, view_name from duckdb_views()');
  const base = { type: 'BASE_TABLE', catalog_name: '' };
  const named = views.getRows().map((row) => row.map(String));
  for (const [schema, name] of named) {
    const qualified = outOfReach({ ...base, schema_name: schema, table_name: name });
    expect(qualified.sources).toEqual([`${schema}.${name}`]);
  }
  // Those of information_schema have no other name.
  for (const [, name] of named.filter(([schema]) => schema !== 'information_schema')) {
    expect(outOfReach({ ...base, schema_name: '', table_name: name }).sources).toEqual([name]);
  }
});
