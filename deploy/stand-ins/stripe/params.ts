import { z } from 'zod';
import type { Form } from './form.ts';
import { invalid, type Refusal } from './refusal.ts';

// Parameters arrive as text; an empty one unsets.

const MAX_METADATA = { keys: 50, keyLength: 40, valueLength: 500 };

export const text = z.string().min(1).max(5_000);

export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number);

export const whole = integer.refine((number) => number >= 0, 'whole');

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const address = text.refine((value) => {
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}, 'address');

export const metadata = z
  .union([z.literal('').transform(() => ({})), z.record(z.string(), z.string())])
  .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA.keys, 'metadata')
  .refine(
    (pairs) =>
      Object.entries(pairs).every(
        ([key, value]) => key.length <= MAX_METADATA.keyLength && value.length <= MAX_METADATA.valueLength,
      ),
    'metadata',
  );

/** `name[0]`, `name[1]`, in the order of their numbers. */
export function list<Item extends z.ZodType>(item: Item, most = 100) {
  return z
    .record(z.string().regex(/^\d+$/), z.unknown())
    .transform((form) =>
      Object.entries(form)
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([, value]) => value),
    )
    .pipe(z.array(item).min(1).max(most));
}

/** Parameters that Stripe knows and that change nothing here. */
export function ignored<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodUnknown>
  >;
}

/** What it says, `expand` aside, which every call takes. @throws Refusal with 400 that names the parameter */
export function read<Shape extends z.ZodObject>(shape: Shape, form: Form): z.output<Shape> {
  const { expand: _, ...own } = form;
  const result = shape.strict().safeParse(own);
  if (result.success) return result.data as z.output<Shape>;
  throw refusalOf(result.error.issues[0], own);
}

const expandShape = list(text, 20);

export function readExpand(form: Form): string[] {
  if (form.expand === undefined) return [];
  const result = expandShape.safeParse(form.expand);
  if (!result.success) throw invalid('Invalid array', { param: 'expand' });
  return result.data;
}

function refusalOf(issue: z.core.$ZodIssue | undefined, form: Form): Refusal {
  if (!issue) return invalid('Invalid parameters');
  const innermost = deepest(issue);
  const param = nameOf(innermost.path);
  if (innermost.code === 'unrecognized_keys') {
    const unknown = nameOf([...innermost.path, innermost.keys[0] ?? '']);
    return invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  const value = valueAt(form, innermost.path);
  if (value === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return invalid(message, { code: 'parameter_invalid_empty', param });
  }
  if (innermost.message === 'integer') {
    return invalid(`Invalid integer: ${shown(value)}`, { code: 'parameter_invalid_integer', param });
  }
  if (innermost.message === 'whole') {
    return invalid('This value must be greater than or equal to 0.', { code: 'parameter_invalid_integer', param });
  }
  if (innermost.message === 'address') return invalid('Not a valid URL', { code: 'url_invalid', param });
  if (innermost.message === 'metadata') {
    return invalid('Metadata can have up to 50 keys of up to 40 characters, and values of up to 500.', { param });
  }
  return invalid(`Invalid ${param}: ${shown(value)}`, { param });
}

/** A choice between shapes reports under its own name; what went wrong stands inside. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().find((one) => one.path.length > 0);
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

const nameOf = ([first = '', ...rest]: readonly PropertyKey[]) =>
  String(first) + rest.map((key) => `[${String(key)}]`).join('');

function valueAt(form: Form, path: readonly PropertyKey[]): unknown {
  let at: unknown = form;
  for (const key of path) at = typeof at === 'object' && at !== null ? (at as Form)[String(key)] : undefined;
  return at;
}

/** Card numbers are sent in parameters: what looks like one is not repeated. */
const shown = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, 60).replaceAll(/\d[\d -]{10,}\d/g, '…') : 'an object';
