import * as z from 'zod/mini';
import { instantText, reasonText, seenVersion } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededText, neededVerbatim } from '../kernel/needed.ts';
import { alarmSides, alarmStates, answerCharts, QUERY_NAME_MAX, SQL_MAX, sqlFormats } from './policy.ts';
import { queryProblems, sqlProblems } from './problems.ts';

/** In the log, as text: it exceeds a JavaScript number. */
const position = z.string();

const asOf = z.union([z.string().check(z.regex(/^\d{1,18}$/)), instantText], 'A position in the log, or an instant');
const sql = neededVerbatim('Please enter a statement').check(z.maxLength(SQL_MAX, `At most ${SQL_MAX} characters`));
const statement = z.object({
  sql,
  /** As far as the columns go where it is absent. */
  as_of: z.optional(asOf),
});

const column = z.object({ name: z.string(), type: z.string() });
export type SqlColumn = z.output<typeof column>;

const savedQuery = z.object({
  id: z.string(),
  name: z.string(),
  sql: z.string(),
  chart: z.enum(answerCharts),
  /** Counts what was done to it. */
  version: z.number(),
  saved_at: z.string(),
  saved_by: z.object({ id: z.string(), role: z.nullable(z.string()) }),
  /** Null where it is no alarm. */
  alarm: z.nullable(
    z.object({
      side: z.enum(alarmSides),
      threshold: z.number(),
      state: z.enum(alarmStates),
      /** All its digits; null where it failed, or was not looked at yet. */
      value: z.nullable(z.string()),
      /** Since when it is so. */
      changed_at: z.string(),
    }),
  ),
});
export type SavedQuery = z.output<typeof savedQuery>;

const byId = z.object({ id: z.uuid() });
const success = z.object({ success: z.literal(true) });
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
  sqlProblems.unreadable,
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
   * Runs one SELECT and answers with the first of its rows. `as_of`: by which the same statement has the same answer
   * again. A refusal's `detail` is what the database says.
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
  /** All that are kept, by name. */
  queries: route({
    method: 'GET',
    path: '/api/admin/sql/queries',
    side: 'query',
    access: analysts,
    reply: z.extend(success, { queries: z.array(savedQuery) }),
  }),
  /** Under an id that whoever asks has made; `version` is 0 where it is new, else the one that was seen. */
  saveQuery: route({
    method: 'PUT',
    path: '/api/admin/sql/queries/:id',
    side: 'command',
    access: analysts,
    params: byId,
    body: z.object({
      version: seenVersion,
      name: neededText('A name is needed').check(z.maxLength(QUERY_NAME_MAX)),
      sql,
      chart: z.enum(answerCharts, 'Please choose none, bars or lines'),
    }),
    reply: success,
    errors: [queryProblems.notFound, queryProblems.nameTaken, queryProblems.changed, queryProblems.tooMany],
    moves: ['queries'],
  }),
  /** Makes it an alarm, or none; it is looked at again within half a minute. */
  setAlarm: route({
    method: 'PUT',
    path: '/api/admin/sql/queries/:id/alarm',
    side: 'command',
    access: analysts,
    params: byId,
    body: z.object({
      alarm: z.nullable(
        z.object(
          {
            side: z.enum(alarmSides, 'Please choose above or below'),
            threshold: z.number('Please enter a number'),
          },
          'Please say when it is an alarm',
        ),
      ),
      reason: reasonText,
    }),
    reply: success,
    errors: [queryProblems.notFound, queryProblems.tooManyAlarms],
    moves: ['queries'],
  }),
  deleteQuery: route({
    method: 'DELETE',
    path: '/api/admin/sql/queries/:id',
    side: 'command',
    access: analysts,
    params: byId,
    reply: success,
    errors: [queryProblems.notFound],
    moves: ['queries'],
  }),
};
