#!/usr/bin/env bash
# hyparquet 1.33.0 reads DECIMAL as a double, so that amounts of money lose digits.
#
# Expected: whole 64-bit numbers are read as bigint, so a DECIMAL, which is a whole number with a scale, keeps its
# digits too: as a text, or as a bigint beside the scale.
# Seen: a DECIMAL(18, 2) of 1234567890123456.78 is read as 1234567890123456.8, and a DECIMAL(38, 0) of 2^53 + 1 as 2^53;
# the same number as BIGINT is exact. There is no error and no warning.
# Who meets it: anyone who reads exact totals that DuckDB, Spark or a data warehouse wrote. Remove `logical_type` and
# `converted_type` of the column from the metadata before reading: the reader then gives the bytes or the whole number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund hyparquet@1.33.0 @duckdb/node-api@1.5.6-r.1
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';

const database = await DuckDBInstance.create(':memory:');
const connection = await database.connect();
await connection.run(`copy (select 9007199254740993::bigint as whole, 9007199254740993::decimal(38, 0) as wide,
  1234567890123456.78::decimal(18, 2) as amount) to 'amounts.parquet' (format parquet)`);
const [exact] = (
  await connection.runAndReadAll(`select wide::varchar as wide, amount::varchar as amount from 'amounts.parquet'`)
).getRowObjectsJS();
console.log('DuckDB reads its file as   ', exact);
assert.deepEqual({ ...exact }, { wide: '9007199254740993', amount: '1234567890123456.78' });

const file = await asyncBufferFromFile('amounts.parquet');
const [row] = await parquetReadObjects({ file });
console.log('hyparquet reads the file as', row);
assert.deepEqual(row, { whole: 9007199254740993n, wide: 9007199254740992, amount: 1234567890123456.8 });

const metadata = await parquetMetadataAsync(file);
for (const element of metadata.schema) {
  delete element.logical_type;
  delete element.converted_type;
}
const [{ amount }] = await parquetReadObjects({ file, metadata });
console.log('without the declared type: ', amount);
assert.equal(amount, 123456789012345678n);
PROGRAM
node show.mjs
echo 'As described: decimals become doubles.'
