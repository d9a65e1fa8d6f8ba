import { inspect } from 'node:util';
import { z } from 'zod';

/**
 * Environment variables by name: values come as text, so numbers are `z.coerce.number()` and booleans `z.stringbool()`.
 */
export type ConfigSchema = z.ZodObject<Record<string, z.ZodType>>;

export interface ConfigVariable {
  name: string;
  /** `required`, `optional`, or the default as text. */
  fallback: string;
  expected: string;
  description: string;
}

/** The environment is wrong; its message has a line for each variable that is. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and checks the environment. An empty variable counts as absent, as compose files write it. Throws ConfigError,
 * which never holds the value of a secret: a variable marked `.meta({ secret: true })` or named like one.
 */
export function loadConfig<S extends ConfigSchema>(schema: S, env: NodeJS.ProcessEnv = process.env): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => {
    const name = String(path[0] ?? 'environment');
    const field = schema.shape[name];
    const value = given[name];
    if (value === undefined) return `${name} is missing${field ? `: expected ${expectedOf(field)}` : `: ${message}`}`;
    if (field && isSecret(name, field)) return `${name} is wrong: ${message.replaceAll(value, '***')}`;
    return `${name} is wrong: ${message}; it is ${JSON.stringify(value.slice(0, 80))}`;
  });
  throw new ConfigError(`The configuration is not valid.\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** What `--help` and the README tell of each variable. */
export function configVariables(schema: ConfigSchema): readonly ConfigVariable[] {
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    fallback: fallbackOf(name, field),
    expected: expectedOf(field),
    description: descriptionOf(field),
  }));
}

/** The same as lines of text in columns. */
export function describeConfig(schema: ConfigSchema): string {
  const heading = { name: 'VARIABLE', fallback: 'DEFAULT', expected: 'VALUE', description: 'MEANING' };
  const rows = [heading, ...configVariables(schema)];
  const width = (column: keyof ConfigVariable): number => Math.max(...rows.map((row) => row[column].length));
  const [name, fallback, expected] = [width('name'), width('fallback'), width('expected')];
  return rows
    .map((row) =>
      [row.name.padEnd(name), row.fallback.padEnd(fallback), row.expected.padEnd(expected), row.description]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Addresses count too: they carry passwords. */
const isSecret = (name: string, field: z.ZodType): boolean =>
  noteOn(field, 'secret') === true || /(KEY|SECRET|TOKEN|PASSWORD|URL|DSN)S?(_|$)/.test(name);

/** A note may stand on the variable's type or inside the `optional` and `default` that wrap it. */
function noteOn(field: z.ZodType, key: string): unknown {
  const note = z.globalRegistry.get(field)?.[key];
  if (note !== undefined) return note;
  const wrapped = field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodPrefault;
  return wrapped ? noteOn(field.unwrap() as z.ZodType, key) : undefined;
}

function fallbackOf(name: string, field: z.ZodType): string {
  const absent = field.safeParse(undefined);
  if (!absent.success) return 'required';
  if (absent.data === undefined) return 'optional';
  if (isSecret(name, field)) return '(set)';
  return typeof absent.data === 'string' ? absent.data : inspect(absent.data);
}

function descriptionOf(field: z.ZodType): string {
  const description = noteOn(field, 'description');
  return typeof description === 'string' ? description : '';
}

function expectedOf(field: z.ZodType): string {
  const json = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
  if (json.enum) return json.enum.join(' | ');
  if (json.type === 'boolean' || (json.type === 'string' && isBoolean(field))) return '1 | 0';
  const range = [json.minimum ?? json.exclusiveMinimum, json.maximum ?? json.exclusiveMaximum];
  const bounds = range.some((bound) => bound !== undefined) ? ` ${range[0] ?? ''}..${range[1] ?? ''}` : '';
  const type = Array.isArray(json.type) ? json.type.join(' | ') : json.type;
  return `${json.format ?? type ?? 'text'}${bounds}`;
}

const isBoolean = (field: z.ZodType): boolean => {
  const read = field.safeParse('true');
  return read.success && read.data === true;
};
