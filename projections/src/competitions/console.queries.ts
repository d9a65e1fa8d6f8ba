import type { competitionsConsoleHttp, CompetitionRecord } from '@easel/contracts/competitions/console.http';
import { challengeKinds } from '@easel/contracts/competitions/kinds';
import { announcedFrom } from '@easel/contracts/competitions/policy';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { type List, oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import * as z from 'zod/mini';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { competitionsModel, type FoundChallenge } from './competitions.queries.ts';

const { schema } = competitionsModel;

/** Rows that one reply of the console holds. */
const MOST = 250;
const states = ['prepared', 'open', 'closed', 'announced'] as const;
const statuses = ['entered', 'withdrawn', 'disqualified'] as const;

const challengeFilter = z.object({
  id: z.optional(oneOrMore(z.uuid(), MOST)),
  kind: z.optional(oneOrMore(z.enum(challengeKinds), challengeKinds.length)),
  state: z.optional(oneOrMore(z.enum(states), states.length)),
  month: z.optional(z.string().check(z.regex(/^20\d{2}-\d{2}$/))),
});
const entryFilter = z.object({
  competition: z.uuid('Please choose a challenge'),
  id: z.optional(oneOrMore(z.uuid(), MOST)),
  status: z.optional(oneOrMore(z.enum(statuses), statuses.length)),
});

/** Clients ask to be sorted by `id` unasked: both lists have one order. */
export const challengeList = new SimpleRest({
  resource: 'competitions',
  sortable: ['month', 'id'],
  defaultSort: { field: 'month', order: 'DESC' },
  filter: challengeFilter,
  most: MOST,
});
export const entryList = new SimpleRest({
  resource: 'entries',
  sortable: ['proceeds', 'id'],
  defaultSort: { field: 'proceeds', order: 'DESC' },
  filter: entryFilter,
  most: MOST,
});

type ListedReply = JsonReply & { rows: number; total: number };

interface ConsoleChallenge extends FoundChallenge {
  house_cents: number | null;
  proposed_by: string | null;
  proposed_at: Date | null;
  confirmed_by: string | null;
  announced_at: Date | null;
  total: number;
}

const INCOMPLETE = `exists (select from ${schema}.incomplete) as incomplete`;

/** `$1` ids, `$2` kinds, `$3` states, `$4` month, `$5` and `$6` the page. */
const CHALLENGES = new Statement<ConsoleChallenge>(
  'challenges of the console',
  `select challenge.*, count(*) over ()::int as total, ${INCOMPLETE}
   from ${schema}.challenge
   where ($1::uuid[] is null or id = any($1)) and ($2::text[] is null or kind = any($2))
     and ($3::text[] is null or state = any($3)) and ($4::text is null or month = $4)
   order by month desc, kind offset $5::int limit $6::int`,
);

interface ConsoleEntry {
  id: string;
  member_id: string;
  generation_id: string;
  variant_id: string;
  submitted_at: Date;
  status: (typeof statuses)[number];
  reason: string;
  proceeds_cents: number;
  buyers: number;
  place: number;
  share_cents: number;
  prize_cents: number;
  prize_tenths: number;
  total: number;
  incomplete: boolean;
}

const KEPT_ENTRIES = `competition_id = $1::uuid and ($2::uuid[] is null or id = any($2)) and ($3::text[] is null or status = any($3))`;

/** `$1` challenge, `$2` ids, `$3` statuses, `$4` and `$5` the page. */
export const CONSOLE_ENTRIES = new Statement<ConsoleEntry>(
  'entries of the console',
  `select entry.*, (select count(*)::int from ${schema}.entry where ${KEPT_ENTRIES}) as total, ${INCOMPLETE}
   from ${schema}.entry where ${KEPT_ENTRIES}
   order by (-proceeds_cents), submitted_at, id offset $4::int limit $5::int`,
);

const dollars = (cents: number): number => cents / 100;
const anyOf = (values: readonly string[] | undefined): string | null => (values ? arrayLiteral(values) : null);

function recordOf(found: ConsoleChallenge): CompetitionRecord {
  const { opens_at: opensAt, closes_at: closesAt, proposed_by: operatorId, proposed_at: proposedAt } = found;
  const { total_cents: total, house_cents: house } = found;
  return {
    id: found.id,
    kind: found.kind,
    month: found.month,
    theme: found.theme,
    description: found.description,
    state: found.state,
    opens_at: opensAt.toISOString(),
    closes_at: closesAt.toISOString(),
    announced_from: announcedFrom(closesAt).toISOString(),
    entries: found.entries,
    proceeds: dollars(total ?? Number(found.proceeds_cents)),
    shared: total === null || house === null ? null : dollars(total - house),
    kept: house === null ? null : dollars(house),
    proposed:
      operatorId === null || proposedAt === null ? null : { operator_id: operatorId, at: proposedAt.toISOString() },
    confirmed_by: found.confirmed_by,
    announced_at: found.announced_at?.toISOString() ?? null,
  };
}

type EntryRecord = z.output<typeof competitionsConsoleHttp.entries.reply>[number];

const entryRecord = ({ place, ...found }: ConsoleEntry): EntryRecord => ({
  id: found.id,
  member_id: found.member_id,
  generation_id: found.generation_id,
  variant_id: found.variant_id,
  submitted_at: found.submitted_at.toISOString(),
  status: found.status,
  reason: found.reason,
  proceeds: dollars(found.proceeds_cents),
  buyers: found.buyers,
  place: place === 0 ? null : place,
  share: dollars(found.share_cents),
  prize: dollars(found.prize_cents),
  prize_credits: found.prize_tenths / 10,
});

const listed = <Found extends { total: number; incomplete: boolean }>(
  found: readonly Found[],
  show: (one: Found) => unknown,
): ListedReply => ({
  json: JSON.stringify(found.map(show)),
  rows: found.length,
  total: found[0]?.total ?? 0,
  incomplete: found.some(({ incomplete }) => incomplete),
});

/** Answers `list`, the newest month first. */
export async function listedChallenges(
  reads: Reads,
  { offset, limit, filter }: List<string, z.output<typeof challengeFilter>>,
): Promise<ListedReply> {
  const { id, kind, state, month } = filter;
  const values = [anyOf(id), anyOf(kind), anyOf(state), month ?? null, offset, limit];
  return listed(await CHALLENGES.run(reads, values), recordOf);
}

/** Finds one challenge; undefined where there is none of this id. */
export async function challengeRecord(reads: Reads, id: string): Promise<JsonReply | undefined> {
  const [found] = await CHALLENGES.run(reads, [arrayLiteral([id]), null, null, null, 0, 1]);
  return found && { json: JSON.stringify(recordOf(found)), incomplete: found.incomplete };
}

/** Answers `entries`, the highest proceeds first. */
export async function listedEntries(
  reads: Reads,
  { offset, limit, filter }: List<string, z.output<typeof entryFilter>>,
): Promise<ListedReply> {
  const { competition, id, status } = filter;
  return listed(await CONSOLE_ENTRIES.run(reads, [competition, anyOf(id), anyOf(status), offset, limit]), entryRecord);
}
