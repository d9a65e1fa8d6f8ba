import {
  type DuckDBDateValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValueConverter,
  type Json,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api';
import { identifier } from './duckdb.ts';

/**
 * Returns a value as JSON has it, without loss: a number where JavaScript has the same one, otherwise DuckDB's own
 * text. Instants are ISO 8601 in UTC, bytes hexadecimal digits.
 */
export const exactValue: DuckDBValueConverter<Json> = (value, type, converter) => {
  if (value === null) return null;
  if (type.alias === 'JSON') return parseExactly(String(value));
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.BIGNUM:
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case DuckDBTypeId.DECIMAL:
      return isExact(String(value)) ? Number(String(value)) : String(value);
    case DuckDBTypeId.FLOAT:
      return finiteNumber(shortestNumber(Number(value)));
    case DuckDBTypeId.DOUBLE:
      return finiteNumber(Number(value));
    case DuckDBTypeId.BLOB:
    case DuckDBTypeId.GEOMETRY:
      return Buffer.from((value as { bytes: Uint8Array }).bytes).toString('hex');
    case DuckDBTypeId.DATE:
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return timeText(value as Time);
    case DuckDBTypeId.INTERVAL:
      return String(value);
    default:
      return JsonDuckDBValueConverter(value, type, converter);
  }
};

/** Returns a column's type as SQL calls it. */
export const sqlType = (type: DuckDBType): string => type.alias ?? String(type);

/**
 * Returns the type by which a column stands in Parquet. It follows from the column's own type, so that several files
 * of one statement are read together without loss.
 */
export function parquetType(type: DuckDBType): string {
  switch (type.typeId) {
    // DuckDB would write a DOUBLE.
    case DuckDBTypeId.HUGEINT:
      return 'DECIMAL(38,0)';
    // Parquet has no 39 digits and no offsets, and its intervals end at milliseconds.
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.TIME_TZ:
    case DuckDBTypeId.INTERVAL:
      return 'VARCHAR';
    case DuckDBTypeId.LIST:
    case DuckDBTypeId.ARRAY:
      return `${parquetType(type.valueType)}[]`;
    case DuckDBTypeId.MAP:
      return `MAP(${parquetType(type.keyType)}, ${parquetType(type.valueType)})`;
    case DuckDBTypeId.STRUCT:
      return `STRUCT(${type.entryNames
        .map((name, index) => `${identifier(name)} ${parquetType(type.entryTypes[index] ?? type)}`)
        .join(', ')})`;
    default:
      return sqlType(type);
  }
}

/** Returns the condition under which Parquet's type holds a column's value; undefined where it holds every value. */
export function fitsParquet(type: DuckDBType, column: string): string | undefined {
  switch (type.typeId) {
    case DuckDBTypeId.HUGEINT:
      return `try_cast(${column} as ${parquetType(type)}) is not null`;
    // Other readers take infinity for a day in the year 294247.
    case DuckDBTypeId.DATE:
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return `isfinite(${column})`;
    default:
      return undefined;
  }
}

/** Finds numbers for which a slower, exact way to read is worth it; finding one more costs only time. */
const LONG_NUMBER = /(?:^|[:,[\s])-?(?:\d[\d.]{15}|[\d.]+e)/i;

function parseExactly(text: string): Json {
  try {
    return JSON.parse(text, LONG_NUMBER.test(text) ? exactNumber : undefined) as Json;
  } catch {
    // DuckDB's JSON has NaN and Infinity, too.
    return text;
  }
}

const exactNumber = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && !isExact(context.source) ? context.source : value;

/** Tells whether JavaScript has the number that a text writes: it counts exactly, or writes the same digits. */
const isExact = (text: string): boolean =>
  /^-?\d+$/.test(text) ? Number.isSafeInteger(Number(text)) : digitsOf(text) === digitsOf(String(Number(text)));

/** Returns sign, digits and power of ten: the same for each way in which a number is written. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const exponent = significant === '' ? 0 : Number(power) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${exponent}`;
}

function finiteNumber(value: number): number | string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0.0' : value;
}

/** Returns the shortest number that is this FLOAT: 0.1, where JavaScript has 0.10000000149011612. */
function shortestNumber(float: number): number {
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Object.is(Math.fround(short), float)) return short;
  }
  return float;
}

/** A day or an instant, which the library keeps as a count since 1970. */
type Time = DuckDBDateValue | DuckDBTimestampValue | DuckDBTimestampTZValue;

function timeText(time: Time): string {
  if (!time.isFinite) return Object.values(time).some((count) => Number(count) < 0) ? '-infinity' : 'infinity';
  const text = String(time instanceof DuckDBTimestampTZValue ? new DuckDBTimestampValue(time.micros) : time);
  const [, day, hour, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(text) ?? [];
  return day === undefined || hour === undefined ? text : `${day}T${hour}.${fraction.padEnd(3, '0')}Z`;
}
