import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { builtIn } from '@easel/projections/reports/built-in';
import type { Figure } from '@easel/projections/reports/fold-question';
import { builtInCode } from '@easel/projections/reports/run-report';
import { z } from 'zod';

export const formats = ['table', 'json', 'csv', 'parquet'] as const;

const instant = z
  .union([z.iso.datetime(), z.iso.date()], 'a day or an instant, as 2026-11-20 or 2026-11-20T10:00:00Z')
  .transform((text) => new Date(text).toISOString());

const options = z.strictObject({
  'as-of': z.union([z.string().regex(/^\d{1,18}$/), instant], 'a position in the log, or an instant').optional(),
  param: z
    .array(z.string().regex(/^[^=]+=/, 'a name and its value, as from=2026-11'))
    .default([])
    .transform((pairs) => Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2) as [string, string]))),
  row: z.array(z.string()).default([]),
  column: z.string().min(1, 'a column of the table, with its unit').optional(),
  format: z.enum(formats, formats.join(', ')).default('table'),
  out: z.string().min(1).optional(),
});

export interface AskedReport extends Omit<z.output<typeof options>, 'row' | 'column'> {
  /** Instead of the table, the facts behind this. */
  figure: Figure | undefined;
  /** The file with its code. */
  code: string;
}

/** Throws an Error that names what is wrong. */
export function askedBy(args: readonly string[]): 'help' | 'list' | AskedReport {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'as-of': text,
      param: { ...text, multiple: true },
      row: { ...text, multiple: true },
      column: text,
      format: text,
      out: text,
      help: { type: 'boolean', default: false },
    },
  });
  const { help, ...given } = values;
  if (help) return 'help';
  const [name, ...rest] = positionals;
  if (name === undefined) throw new Error('Which report? list tells all of them');
  if (rest.length > 0) throw new Error(`${rest.join(' ')} is too much`);
  if (name === 'list') return 'list';
  const parsed = options.safeParse(given);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('; '));
  }
  const { row, column, ...asked } = parsed.data;
  if (column === undefined && row.length > 0) throw new Error('--column is missing: which figure of the row?');
  const figure = column === undefined ? undefined : { row: JSON.stringify(row), column };
  return { ...asked, figure, code: codeOf(name) };
}

function codeOf(name: string): string {
  if (Object.hasOwn(builtIn, name)) return builtInCode(name);
  const file = resolve(name);
  if (!/\.report\.[jt]s$/.test(file) || !existsSync(file)) {
    throw new Error(`${name} is none of ${Object.keys(builtIn).join(', ')}, and no file that ends in .report.ts`);
  }
  return file;
}
