import type { Route } from '@easel/contracts/kernel/http';
import * as z from 'zod';

/** As much of JSON Schema as contracts come to. */
interface Schema {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  minLength?: number;
  minimum?: number;
  properties?: Readonly<Record<string, Schema>>;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

/** Where callers put something: a part of the call, and the path in it. */
export interface Field {
  readonly part: 'params' | 'query' | 'body';
  readonly path: string;
  /** What it takes is any text. */
  readonly isText: boolean;
}

export interface Asked {
  /** With its parameters and its query. */
  readonly address: string;
  readonly body: unknown;
}

export const A_UUID = 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6';
const FORMATS: Readonly<Record<string, string>> = {
  uuid: A_UUID,
  date: '2026-11-21',
  'date-time': '2026-11-21T10:00:00Z',
  email: 'somebody@example.org',
};

type Contract = NonNullable<Route[Field['part']]>;
const schemas = new Map<Contract, Schema>();

/** Translates each contract once, because that costs more than the call that is made of it. */
function schemaOf(contract: Contract | undefined): Schema | undefined {
  if (!contract) return undefined;
  const schema = schemas.get(contract) ?? (z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as Schema);
  schemas.set(contract, schema);
  return schema;
}

/** Every place in which a caller of this route says something, those that may be left out among them. */
export function fieldsOf(route: Route): Field[] {
  const fields: Field[] = [];
  asked(route, (field, usual) => {
    fields.push(field);
    return usual;
  });
  return fields;
}

/** A call as the contract wants it, as far as its schema tells, with this at the place of one field. */
export const askedWith = (route: Route, wanted: Pick<Field, 'part' | 'path'>, value: unknown): Asked =>
  asked(route, ({ part, path }, usual) => (part === wanted.part && path === wanted.path ? value : usual));

function asked(route: Route, at: (field: Field, usual: unknown) => unknown): Asked {
  const part = (name: Field['part']): unknown => {
    const schema = schemaOf(route[name]);
    return schema && valueOf(schema, (path, usual, isText) => at({ part: name, path, isText }, usual), '');
  };
  const params = (part('params') ?? {}) as Record<string, unknown>;
  const path = route.path
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name] ?? A_UUID)))
    .replace('*', A_UUID);
  const query = Object.entries((part('query') ?? {}) as Record<string, unknown>).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`,
  );
  return { address: query.length > 0 ? `${path}?${query.join('&')}` : path, body: part('body') ?? {} };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type At = (path: string, usual: unknown, isText: boolean) => unknown;

function valueOf(schema: Schema, at: At, path: string): unknown {
  const { properties, propertyNames, items, format, minLength = 1, minimum = 1 } = schema;
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const ways = schema.anyOf ?? schema.oneOf;
  const way = ways?.find(({ type }) => type !== 'null');
  if (way) return valueOf(way, at, path);
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => valueOf(part, at, path));
    return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
  }
  if ('const' in schema) return at(path, schema.const, false);
  if (schema.enum) return at(path, schema.enum[0], false);
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, valueOf(part, at, within(name))]),
    );
  if (propertyNames || schema.type === 'object') return at(path, {}, false);
  if (items) return [valueOf(items, at, within('0'))];
  if (schema.type === 'number' || schema.type === 'integer') return at(path, minimum, false);
  if (schema.type === 'boolean') return at(path, true, false);
  return at(path, FORMATS[format ?? ''] ?? 'harbour'.padEnd(minLength, 's'), format === undefined);
}
