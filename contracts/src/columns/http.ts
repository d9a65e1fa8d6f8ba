import * as z from 'zod/mini';
import { instantText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededVerbatim } from '../kernel/needed.ts';
import { SQL_MAX, sqlFormats } from './policy.ts';
import { sqlProblems } from './problems.ts';

/** In the log, as text: it exceeds a JavaScript number. */
const position = z.string();

const asOf = z.union([z.string().check(z.regex(/^\d{1,18}$/)), instantText], 'A position in the log, or an instant');
const statement = z.object({
  sql: neededVerbatim('Please enter a statement').check(z.maxLength(SQL_MAX, `At most ${SQL_MAX} characters`)),
  /** As far as the columns go where it is absent. */
  as_of: z.optional(asOf),
});

const column = z.object({ name: z.string(), type: z.string() });
export type SqlColumn = z.output<typeof column>;

const analysts = { operators: ['admin', 'analyst'] } as const;
const errors = [
  sqlProblems.oneSelect,
  sqlProblems.outOfReach,
  sqlProblems.failed,
  sqlProblems.slow,
  sqlProblems.slowFile,
  sqlProblems.hungry,
  sqlProblems.large,
  sqlProblems.notYet,
  sqlProblems.none,
  sqlProblems.busy,
  sqlProblems.broken,
];

export const sqlHttp = {
  /** What can be asked: the facts first, then a view a fact type; and how far it goes. */
  schema: route({
    method: 'GET',
    path: '/api/admin/sql/schema',
    side: 'query',
    access: analysts,
    reply: z.object({
      success: z.literal(true),
      tables: z.array(z.object({ name: z.string(), columns: z.array(column) })),
      /** Null until there are columns; `at` also while there is no fact. */
      position: z.nullable(position),
      at: z.nullable(z.string()),
    }),
  }),
  /**
   * Runs one SELECT and answers with the first of its rows. `as_of`: by which the same statement has the same answer again.
   * A refusal's `detail` is what the database says.
   */
  run: route({
    method: 'POST',
    path: '/api/admin/sql',
    side: 'query',
    access: analysts,
    body: statement,
    reply: z.object({
      success: z.literal(true),
      as_of: position,
      columns: z.array(column),
      rows: z.array(z.array(z.unknown())),
      /** There are more, which a file has. */
      more: z.boolean(),
    }),
    errors,
    limit: { calls: 120, seconds: 60 },
  }),
  /** All rows, as a file. Facts tell who took it, by which statement, and how large it was. */
  export: route({
    method: 'POST',
    path: '/api/admin/sql/export',
    side: 'query',
    access: analysts,
    body: z.extend(statement, { format: z.enum(sqlFormats, 'Please choose csv, json or parquet') }),
    errors,
    limit: { calls: 30, seconds: 60 },
  }),
};
