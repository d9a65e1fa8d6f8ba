import { catalogue } from '@easel/contracts/catalogue';
import type { FactCatalogue } from '@easel/contracts/kernel/event';
import { z } from 'zod';
import { identifier, literal } from './duckdb.ts';

export interface SqlColumn {
  name: string;
  /** As SQL calls it. */
  type: string;
}
export interface SqlTable {
  name: string;
  columns: readonly SqlColumn[];
}

/** Every fact of the log. Instants are UTC; `at` is a word of SQL and stands in quotation marks. */
export const facts: SqlTable = {
  name: 'facts',
  columns: [
    { name: 'position', type: 'BIGINT' },
    { name: 'stream', type: 'VARCHAR' },
    { name: 'revision', type: 'INTEGER' },
    { name: 'category', type: 'VARCHAR' },
    { name: 'type', type: 'VARCHAR' },
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'actor', type: 'STRUCT(kind VARCHAR, id VARCHAR, role VARCHAR)' },
    { name: 'data', type: 'JSON' },
  ],
};

/** What a view has of the fact itself, before its fields. */
const shared = facts.columns.filter(({ name }) => !['category', 'type', 'data'].includes(name));
const taken = new Set(facts.columns.map(({ name }) => name));

interface Shape {
  type?: string | readonly string[];
  format?: string;
  anyOf?: readonly Shape[];
}

interface Field extends SqlColumn {
  /** In the fact's data. */
  field: string;
}

const definitions: FactCatalogue = catalogue;

/** A view a fact type: the fields that its newest version has, but for the personal ones. */
const views = new Map(Object.entries(definitions).map(([type, definition]) => [type, fieldsOf(definition)]));

/** What can be asked, the facts first. */
export const sqlTables: readonly SqlTable[] = [
  facts,
  ...[...views]
    .map(([name, fields]) => ({ name, columns: [...shared, ...fields.map(({ name, type }) => ({ name, type }))] }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
];

/** Makes the views that a statement names; to make all of them would take longer than most answers do. */
export function viewsFor(sql: string): string[] {
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  return [...views].flatMap(([type, fields]) => (words.has(type.toLowerCase()) ? [viewOf(type, fields)] : []));
}

function viewOf(type: string, fields: readonly Field[]): string {
  const columns = [
    ...shared.map(({ name }) => identifier(name)),
    ...fields.map(({ field, name, type: as }) => {
      const path = literal(`$.${identifier(field)}`);
      const value = as === 'JSON' ? `json_extract(data, ${path})` : `json_extract_string(data, ${path})`;
      return `${as === 'JSON' || as === 'VARCHAR' ? value : `try_cast(${value} as ${as})`} as ${identifier(name)}`;
    }),
  ];
  return `create view ${identifier(type)} as select ${columns.join(', ')} from facts where type = ${literal(type)}`;
}

function fieldsOf({ data, sealed }: FactCatalogue[string]): Field[] {
  const { properties = {} } = z.toJSONSchema(data, { unrepresentable: 'any' }) as {
    properties?: Record<string, Shape>;
  };
  return Object.entries(properties)
    .filter(([field]) => !sealed?.fields.includes(field))
    .map(([field, shape]) => ({ field, name: taken.has(field) ? `data_${field}` : field, type: sqlType(shape) }));
}

function sqlType({ type, format, anyOf }: Shape): string {
  if (anyOf) {
    const [only, ...others] = anyOf.filter((one) => one.type !== 'null');
    return only && others.length === 0 ? sqlType(only) : 'JSON';
  }
  const [kind, ...others] = [type ?? []].flat().filter((one) => one !== 'null');
  if (others.length > 0) return 'JSON';
  if (kind === 'integer') return 'BIGINT';
  if (kind === 'number') return 'DOUBLE';
  if (kind === 'boolean') return 'BOOLEAN';
  if (kind !== 'string') return 'JSON';
  if (format === 'date-time') return 'TIMESTAMP';
  return format === 'date' ? 'DATE' : 'VARCHAR';
}
