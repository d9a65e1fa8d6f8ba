import * as z from 'zod/mini';
import { listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { curatorStates, curatorWays } from './policy.ts';

/** Sums in dollars, as on the curator's dashboard. */
const figures = z.object({
  sales: z.number(),
  /** Paid, less the payment fees. */
  net: z.number(),
  share: z.number(),
  /** Part of the share that was reversed in this time, less what was reinstated. */
  reversed: z.number(),
});
export type CuratorFigures = z.output<typeof figures>;

/** A present or former curator in the console; `id` is the member's. */
const record = z.object({
  id: z.uuid(),
  /** Name of the public page, `/u/{name}`; null while the member is not shown. */
  name: z.nullable(z.string()),
  state: z.enum(curatorStates),
  /** What makes the member a curator; for a former curator, what did last. */
  ways: z.array(z.enum(curatorWays)),
  since: z.string(),
  /** Null while they are one. */
  ended_at: z.nullable(z.string()),
  /** Null before the section is described and after it is removed. */
  section: z.nullable(z.string()),
  /** Distinct pictures in the section's series, including private ones. */
  pictures: z.number(),
  /** The current UTC month. */
  month: figures,
  total: figures,
  /** Place in the list, for `before` and `after`. The next appointment or plan changes it. */
  cursor: z.string(),
});
export type CuratorRecord = z.output<typeof record>;

export const curatorsConsoleHttp = {
  /**
   * A bare array of present and former curators, keyset-paged by `cursor`, the latest first. In `filter`: `id`,
   * `state`, `member`; `before`, `after`.
   */
  list: route({
    method: 'GET',
    path: '/api/admin/curators',
    side: 'query',
    access: { operators: ['admin', 'auditor'] },
    query: listQuery,
    reply: z.array(record),
  }),
};
