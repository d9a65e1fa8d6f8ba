import {
  DECIMAL,
  DOUBLE,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBVarCharType,
  FLOAT,
  HUGEINT,
} from '@duckdb/node-api';
import { valueText } from '@easel/contracts/columns/values';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactValue } from './sql-values.ts';

test('every type of DuckDB keeps its digits, and differs from its own text only where it is documented', async () => {
  const sql = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await sql.runAndReadAll('from test_all_types()');
  const names = result.columnNames();
  const own = await sql.runAndReadAll(
    `select ${names.map((name) => `"${name}"::varchar`).join(', ')} from test_all_types()`,
  );
  const texts = own.getRows();
  const differing = new Set<string>();
  for (const [at, row] of result.convertRows(exactValue).entries()) {
    for (const [index, value] of row.entries()) {
      const text = texts[at]?.[index];
      const isSame = value === null ? text === null : valueText(value) === text;
      if (!isSame && !(typeof value === 'number' && value === Number(text))) differing.add(names[index] ?? '');
    }
  }
  const instants = ['timestamp', 'timestamp_s', 'timestamp_ms', 'timestamp_ns', 'timestamp_tz'];
  const nested = [...differing].filter((name) => /array|struct|map|union|list/.test(name));
  expect([...differing].filter((name) => !nested.includes(name) && !instants.includes(name))).toEqual([
    'blob',
    'geometry',
  ]);
});

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }), fc.nat(20))
  .map(([digits, scale]) => new DuckDBDecimalValue(digits, 38, scale));

test('a decimal is a number only where that has the same digits', () => {
  fc.assert(
    fc.property(decimals, (decimal) => {
      const value = exactValue(decimal, DECIMAL(38, decimal.scale), exactValue);
      if (typeof value === 'string') return value === String(decimal);
      const digits = Number(value).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
      const [whole, fraction = ''] = String(decimal).split('.');
      return digits === [whole, fraction.replace(/0+$/, '')].filter((part) => part !== '').join('.');
    }),
  );
});

test('a whole number is a number only where JavaScript counts exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }), (value) => {
      const exact = exactValue(value, HUGEINT, exactValue);
      return BigInt(exact as number | string) === value;
    }),
  );
});

test('a number of JSON is read to its last digit', () => {
  const json = DuckDBVarCharType.create('JSON');
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (number) => {
      const read = exactValue(JSON.stringify({ number }), json, exactValue) as { number: number | string };
      return Number(read.number) === number;
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 60n, max: 2n ** 200n }), (digits) => {
      const { number } = exactValue(`{"number":${digits}}`, json, exactValue) as { number: number | string };
      return typeof number === 'string' ? number === String(digits) : BigInt(number) === digits;
    }),
  );
});

test('floating numbers are the same when they are read again', () => {
  fc.assert(
    fc.property(fc.float(), (float) => {
      const value = exactValue(float, FLOAT, exactValue);
      const read = Number(valueText(value).replace('inf', 'Infinity'));
      return Object.is(Math.fround(read), float);
    }),
  );
  fc.assert(
    fc.property(fc.double(), (double) => {
      const value = exactValue(double, DOUBLE, exactValue);
      return Object.is(Number(valueText(value).replace('inf', 'Infinity')), double);
    }),
  );
});
