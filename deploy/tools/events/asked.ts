import { parseArgs } from 'node:util';
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
  format: z.enum(eventFormats).optional(),
  out: z.string().min(1).optional(),
  json: z.boolean(),
});

export type Asked = z.output<typeof options> & { command: 'tail' | 'count' | 'export' };

/** Which options belong to which command, beside the filters. */
const own: Readonly<Record<Asked['command'], readonly (keyof Asked)[]>> = {
  tail: ['json'],
  count: ['by', 'json'],
  export: ['format', 'out'],
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
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { help, ...given } = values;
  if (help) return undefined;
  const [command, ...rest] = positionals;
  if (command !== 'tail' && command !== 'count' && command !== 'export') {
    throw new Error(command === undefined ? 'tail, count or export?' : `${command} is none of tail, count and export`);
  }
  if (rest.length > 0) throw new Error(`${rest.join(' ')} is too much`);
  const parsed = options.safeParse(given);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '));
  }
  for (const option of ['by', 'format', 'out', 'json'] as const) {
    const isGiven = parsed.data[option] !== undefined && parsed.data[option] !== false;
    if (isGiven && !own[command].includes(option)) throw new Error(`${command} has no --${option}`);
  }
  return { command, ...parsed.data };
}

/** Categories that the store itself can tell apart; the others are told apart here. */
export function categoriesOf({ category }: Narrowed): readonly string[] | 'all' {
  return category?.every((one) => /^[A-Za-z0-9_]+$/.test(one)) ? category : 'all';
}
