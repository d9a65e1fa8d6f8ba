#!/usr/bin/env bash
# DuckDB 1.5.6 writes the sum of a BIGINT column into a Parquet file as DOUBLE, and says nothing.
#
# Expected: a sum of whole numbers stays whole in the file, or the COPY fails where Parquet has no type for it.
# Seen: `sum` of BIGINT is HUGEINT, for which the Parquet writer takes DOUBLE. Above 2^53 the number in the file is
# another one: 9007199254740993 cents become 9007199254740992. Reading the file back, the column's type is DOUBLE.
# Who meets it: anyone who exports totals of money from DuckDB. Cast the sum to BIGINT, which fails where it does not
# fit, or to DECIMAL(38, 0), which Parquet keeps exactly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';

const database = await DuckDBInstance.create(':memory:');
const connection = await database.connect();
const rowsOf = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJS();

await connection.run('create table payment as select unnest([9007199254740992::bigint, 1]) as cents');
const totals = `select sum(cents) as total, sum(cents)::bigint as total_bigint,
  sum(cents)::decimal(38, 0) as total_decimal from payment`;
const [asked] = await rowsOf(totals);
console.log(`asked directly:        ${asked.total}`);
assert.equal(asked.total, 9007199254740993n);

await connection.run(`copy (${totals}) to 'totals.parquet' (format parquet)`);
const columns = await rowsOf(`describe select * from 'totals.parquet'`);
const types = Object.fromEntries(columns.map((column) => [column.column_name, column.column_type]));
const [kept] = await rowsOf(`select total::hugeint as total, total_bigint, total_decimal::varchar as total_decimal
  from 'totals.parquet'`);
console.log(`from the Parquet file: ${kept.total} (${types.total})`);
console.log(`with a cast:           ${kept.total_bigint} (${types.total_bigint}), ` +
  `${kept.total_decimal} (${types.total_decimal})`);
assert.deepEqual(types, { total: 'DOUBLE', total_bigint: 'BIGINT', total_decimal: 'DECIMAL(38,0)' });
assert.equal(kept.total, 9007199254740992n);
assert.equal(kept.total_bigint, 9007199254740993n);
assert.equal(kept.total_decimal, '9007199254740993');
PROGRAM
node show.mjs
echo 'As described: the sum in the file is a DOUBLE, one cent less.'
