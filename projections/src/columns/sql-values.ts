import type { DuckDBType, JS } from '@duckdb/node-api';

/** A value as JSON has it: instants in ISO 8601, what a number does not hold as text, bytes in hexadecimal digits. */
export function plain(value: JS): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** How each column's values are told: a day without its hour, JSON as what it says. */
export function tellers(types: readonly DuckDBType[]): ((value: JS) => unknown)[] {
  return types.map((type) => {
    const name = String(type);
    if (name === 'DATE') return (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : plain(value));
    return type.alias === 'JSON'
      ? (value) => (typeof value === 'string' ? (JSON.parse(value) as unknown) : value)
      : plain;
  });
}
