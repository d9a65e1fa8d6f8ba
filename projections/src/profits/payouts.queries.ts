import { payoutStatuses, type PayoutStatus } from '@easel/contracts/earnings/policy';
import { keysetFilter } from '@easel/contracts/kernel/console';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import * as z from 'zod/mini';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { profitsModel } from './profits.queries.ts';

const { schema } = profitsModel;

/** A payout as it was found. Sums are tenths of a credit and cents of a dollar; instants are ISO 8601. */
export interface FoundPayout {
  id: string;
  member_id: string;
  revision: number;
  place: string;
  position: string;
  status: PayoutStatus;
  tenths: number;
  cents: number;
  payout_cents: number;
  requested_at: string;
  settled_at: string | null;
  reason: string | null;
  operator_id: string | null;
  confirmed_by: string | null;
  confirmed_at: string | null;
  bank: string | null;
}

/** Rows that one reply of the console holds. */
const MOST = 250;
const NOWHERE = '-1';
/** Beyond every place. */
const END = String(2n ** 63n - 1n);
/** Payouts that are read for a file at once. */
const FILE_PORTION = 100;

const filter = z.object({
  id: z.optional(oneOrMore(z.uuid(), MOST)),
  status: z.optional(oneOrMore(z.enum(payoutStatuses), payoutStatuses.length)),
  member: z.optional(z.uuid()),
  ...keysetFilter,
});
export type PayoutFilter = z.output<typeof filter>;

export const payoutList = new SimpleRest({
  resource: 'payouts',
  // Open requests first, whatever is asked for: clients ask for `id` unasked.
  sortable: ['id', 'place'],
  defaultSort: { field: 'place', order: 'DESC' },
  filter,
  most: MOST,
});

const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

// As doubles, the sums come as numbers.
const COLUMNS = `id, member_id, revision, place::text, position::text, status, tenths::float8, cents::float8,
  payout_cents::float8, ${instant('requested_at')}, ${instant('settled_at')}, reason, operator_id, confirmed_by,
  ${instant('confirmed_at')}, bank`;

const OWN = new Statement<FoundPayout & { incomplete: boolean }>(
  'own payouts',
  `select ${COLUMNS}, exists (select from ${schema}.incomplete where member_id = $1::uuid) as incomplete
   from ${schema}.payout where member_id = $1::uuid and position < $3::bigint
   order by payout.position desc limit $2::int`,
);

/** Answers a member’s own payouts, the newest first, with the cursor of the page behind. */
export async function ownPayouts(
  reads: Reads,
  memberId: string,
  { limit, cursor = END }: { limit: number; cursor?: string | undefined },
): Promise<{ payouts: FoundPayout[]; next: string | null; incomplete: boolean }> {
  if (!/^\d{1,18}$/.test(cursor) && cursor !== END) {
    throw new Refused(problems.invalid, { message: 'This cursor is not one of ours' });
  }
  const found = await OWN.run(reads, [memberId, limit + 1, cursor]);
  const payouts = found.slice(0, limit);
  return {
    payouts,
    next: found.length > limit ? (payouts.at(-1)?.position ?? null) : null,
    incomplete: found[0]?.incomplete ?? false,
  };
}

const WANTED = `place > $2::bigint and place < $3::bigint
  and coalesce(($4::uuid[] is null or id = any($4::uuid[])) and ($5::text[] is null or status = any($5::text[]))
    and ($6::uuid is null or member_id = $6::uuid), false)`;

const pageStatement = (order: 'asc' | 'desc') =>
  new Statement<FoundPayout>(
    `payouts, ${order}`,
    `select ${COLUMNS} from ${schema}.payout where ${WANTED} order by payout.place ${order} limit $1::int`,
  );
const pages = { older: pageStatement('desc'), newer: pageStatement('asc') };

const valuesOf = (limit: number, { before, after, id, status, member }: PayoutFilter) => [
  limit,
  after ?? NOWHERE,
  before ?? END,
  id ? arrayLiteral(id) : null,
  status ? arrayLiteral(status) : null,
  member ?? null,
];

const INCOMPLETE = new Statement<{ incomplete: boolean }>(
  'payouts incomplete',
  `select exists (select from ${schema}.incomplete) as incomplete`,
);
const isIncomplete = async (reads: Reads): Promise<boolean> =>
  (await INCOMPLETE.run(reads, []))[0]?.incomplete ?? false;

/** Answers the console’s list: open requests first, the oldest at the top, then settled ones, the newest first. */
export async function listedPayouts(
  reads: Reads,
  asked: PayoutFilter,
  limit: number,
): Promise<{ payouts: FoundPayout[]; more: boolean; incomplete: boolean }> {
  const isNewer = asked.after !== undefined;
  const [found, incomplete] = await Promise.all([
    pages[isNewer ? 'newer' : 'older'].run(reads, valuesOf(limit + 1, asked)),
    isIncomplete(reads),
  ]);
  const payouts = found.slice(0, limit);
  if (isNewer) payouts.reverse();
  return { payouts, more: found.length > limit, incomplete };
}

const ONE = new Statement<FoundPayout>('one payout', `select ${COLUMNS} from ${schema}.payout where id = $1::uuid`);

/** Finds a payout of any member; undefined where there is none of this id. */
export async function payoutById(
  reads: Reads,
  id: string,
): Promise<{ payout: FoundPayout; incomplete: boolean } | undefined> {
  const [[payout], incomplete] = await Promise.all([ONE.run(reads, [id]), isIncomplete(reads)]);
  return payout && { payout, incomplete };
}

/** Reads the payouts that a filter leaves for a file, portion by portion, in the order of the list. */
export async function* payoutPortions(reads: Reads, asked: PayoutFilter): AsyncGenerator<FoundPayout[], void, void> {
  for (let before = asked.before; ;) {
    const portion = await pages.older.run(reads, valuesOf(FILE_PORTION, { ...asked, before }));
    const last = portion.at(-1);
    if (last) yield portion;
    if (!last || portion.length < FILE_PORTION) return;
    before = last.place;
  }
}
