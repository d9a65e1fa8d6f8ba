#!/usr/bin/env bash
# csv-stringify 6.9.0 stops quoting fields with line breaks as soon as a line ending for rows is named.
#
# Expected: a field with a line break is quoted whatever rows end with, as RFC 4180 asks for and as it is without
# options. To name the default, `record_delimiter: '\n'`, changes nothing.
# Seen: with `record_delimiter: 'windows'`, which is what spreadsheets and RFC 4180 want, a text with "\n" is written
# without quotes. Readers that take each line break for the end of a row, as LibreOffice (issue 467) and d3-dsv do, read
# two rows; csv-parse, of the same authors, does so if the text is in the first row. With the default named, a text with
# "\r" loses its quotes. The option `quote_record_delimiter` decides: true "unless `record_delimiter` is provided".
# Who meets it: exports for spreadsheets with texts that people typed, such as notes. Rows break apart only where a text
# has two lines, so small tests pass. Set `quote_record_delimiter: true` with each `record_delimiter`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > package.log
npm install --silent --no-audit --no-fund csv-stringify@6.9.0 csv-parse@7.0.3 d3-dsv@3.0.1
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { csvParseRows } from 'd3-dsv';

const written = (text, options) => {
  const file = stringify([[text, 'paid']], options);
  console.log(JSON.stringify(options ?? 'no options'), '→', JSON.stringify(file));
  return file;
};

assert.equal(written('two\nlines'), '"two\nlines",paid\n');
assert.equal(written('two\nlines', { record_delimiter: 'windows' }), 'two\nlines,paid\r\n');
const careful = written('two\nlines', { record_delimiter: 'windows', quote_record_delimiter: true });
assert.equal(careful, '"two\nlines",paid\r\n');

assert.equal(written('two\rlines'), '"two\rlines",paid\n');
assert.equal(written('two\rlines', { record_delimiter: '\n' }), 'two\rlines,paid\n');

const table = [['note', 'state'], ['two\nlines', 'paid']];
const torn = stringify(table, { record_delimiter: 'windows' });
const whole = stringify(table, { record_delimiter: 'windows', quote_record_delimiter: true });
console.log('d3-dsv reads', JSON.stringify(csvParseRows(torn)));
assert.deepEqual(csvParseRows(torn), [['note', 'state'], ['two'], ['lines', 'paid']]);
assert.deepEqual(csvParseRows(whole), table);
const firstRow = parse(stringify(table.slice(1), { record_delimiter: 'windows' }), { relax_column_count: true });
console.log('csv-parse reads', JSON.stringify(firstRow));
assert.equal(firstRow.length, 2);
assert.deepEqual(parse(whole), table);
PROGRAM
node show.mjs
echo 'As described: with a named delimiter, a line break in a text is not quoted.'
