import { parseArgs } from 'node:util';
import { sqlFormats } from '@easel/contracts/columns/policy';
import { eventFormats } from '@easel/contracts/events/policy';
import type { Narrowed } from '@easel/projections/events/event-fits';
import { z } from 'zod';

export const groupings = ['type', 'category', 'day'] as const;
export type Grouping = (typeof groupings)[number];

const instant = z
  .union([z.iso.datetime(), z.iso.date()], 'a day or an instant, as 2026-11-20 or 2026-11-20T10:00:00Z')
  .transform((text) => new Date(text).toISOString());

const options = z.strictObject({
  type: z.array(z.string().min(1)).optional(),
  category: z.array(z.string().min(1)).optional(),
  stream: z.string().min(1).optional(),
  member: z.uuid('a member’s id').optional(),
  actor: z.string().min(1).optional(),
  correlation: z.string().min(1).optional(),
  from: instant.optional(),
  to: instant.optional(),
  q: z.string().optional(),
  by: z.enum(groupings).optional(),
  format: z.enum(['table', ...new Set([...eventFormats, ...sqlFormats])]).optional(),
  'as-of': z.union([z.string().regex(/^\d{1,18}$/), instant], 'a position in the log, or an instant').optional(),
  rebuild: z.boolean(),
  out: z.string().min(1).optional(),
  json: z.boolean(),
});

const commands = ['tail', 'count', 'export', 'sql'] as const;
export type Asked = z.output<typeof options> & {
  command: (typeof commands)[number];
  /** Of `sql`. */
  statement: string | undefined;
};

const filters = ['type', 'category', 'stream', 'member', 'actor', 'correlation', 'from', 'to', 'q'] as const;
/** Which options belong to which command. */
const own: Readonly<Record<Asked['command'], readonly string[]>> = {
  tail: ['json', ...filters],
  count: ['by', 'json', ...filters],
  export: ['format', 'out', ...filters],
  sql: ['as-of', 'format', 'out', 'rebuild'],
};
const formats: Readonly<Partial<Record<Asked['command'], readonly string[]>>> = {
  export: eventFormats,
  sql: ['table', ...sqlFormats],
};

/** Throws an Error that names what is wrong; undefined where help is asked for. */
export function askedBy(args: readonly string[]): Asked | undefined {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      type: { ...text, multiple: true },
      category: { ...text, multiple: true },
      stream: text,
      member: text,
      actor: text,
      correlation: text,
      from: text,
      to: text,
      q: text,
      by: text,
      format: text,
      out: text,
      'as-of': text,
      rebuild: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { help, ...given } = values;
  if (help) return undefined;
  const [word, ...rest] = positionals;
  const command = commands.find((one) => one === word);
  if (command === undefined) {
    throw new Error(
      word === undefined ? 'tail, count, export or sql?' : `${word} is none of tail, count, export and sql`,
    );
  }
  const statement = command === 'sql' ? rest.shift() : undefined;
  if (rest.length > 0) throw new Error(`${rest.join(' ')} is too much`);
  const parsed = options.safeParse(given);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '));
  }
  for (const [option, value] of Object.entries(parsed.data)) {
    if (value !== undefined && value !== false && !own[command].includes(option)) {
      throw new Error(`${command} has no --${option}`);
    }
  }
  const { format, rebuild } = parsed.data;
  if (format !== undefined && !formats[command]?.includes(format)) {
    throw new Error(`--format: ${formats[command]?.join(', ')}`);
  }
  if (command === 'sql' && (statement === undefined) !== rebuild) {
    throw new Error(rebuild ? '--rebuild takes no statement' : 'sql "select …", or sql --rebuild');
  }
  return { command, statement, ...parsed.data };
}

/** Categories that the store itself can tell apart; the others are told apart here. */
export function categoriesOf({ category }: Narrowed): readonly string[] | 'all' {
  return category?.every((one) => /^[A-Za-z0-9_]+$/.test(one)) ? category : 'all';
}
