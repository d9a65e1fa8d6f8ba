import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { challenges as named } from '@easel/contracts/competitions/names';
import { announcedFrom, competitionProblems } from '@easel/contracts/competitions/policy';
import type { competitionsHttp, entrySorts, ShownCompetition, ShownEntry } from '@easel/contracts/competitions/http';
import type { Generation } from '@easel/contracts/generation/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { exists, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { competitions } from './competitions.projector.ts';
import type { ChallengeState, tables } from './competitions.tables.ts';

export const competitionsModel = readModel(competitions);
const { schema } = competitionsModel;
const db = queriesOf<Database<typeof tables>>(schema);

/** Challenges of before that a page shows, at most: two years. */
const PAST_MOST = 24;
const LEADERS = 10;

export type EntrySort = (typeof entrySorts)[number];

export interface FoundChallenge {
  id: string;
  kind: ChallengeKind;
  month: string;
  theme: string;
  description: string;
  state: ChallengeState;
  opens_at: Date;
  closes_at: Date;
  entries: number;
  proceeds_cents: string;
  total_cents: number | null;
  incomplete: boolean;
}

const OF_KIND = new WrittenStatement('challenges of a kind', { kind: column.text }, (given) =>
  db
    .selectFrom('challenge')
    .where('kind', '=', sql<ChallengeKind>`${given('kind')}`)
    .selectAll()
    .select((eb) => exists(eb.selectFrom('incomplete')).as('incomplete'))
    .orderBy('month', 'desc'),
);

/** Where closing is late, the window decides. */
function stateAt({ state, closes_at: closesAt }: FoundChallenge, now: Date): ChallengeState {
  return state === 'open' && now >= closesAt ? 'closed' : state;
}

const shownChallenge = (found: FoundChallenge, now: Date): ShownCompetition => ({
  id: found.id,
  type: found.kind,
  month: found.month,
  name: named[found.kind].name,
  theme: found.theme,
  description: found.description,
  state: stateAt(found, now),
  opens_at: found.opens_at.toISOString(),
  closes_at: found.closes_at.toISOString(),
  announced_from: announcedFrom(found.closes_at).toISOString(),
  entries: found.entries,
});

export interface ChallengesOfKind {
  open: ShownCompetition | null;
  next: ShownCompetition | null;
  past: ShownCompetition[];
  incomplete: boolean;
}

/** Finds the open challenge of a kind, the next one that is prepared, and those of before, the newest first. */
export async function challengesOf(reads: Reads, kind: ChallengeKind, now: Date): Promise<ChallengesOfKind> {
  const found = await OF_KIND.run(reads, { kind });
  const shown = found.map((one) => shownChallenge(one, now));
  return {
    open: shown.find(({ state }) => state === 'open') ?? null,
    next: shown.findLast(({ state }) => state === 'prepared') ?? null,
    past: shown.filter(({ state }) => state === 'closed' || state === 'announced').slice(0, PAST_MOST),
    incomplete: found.some(({ incomplete }) => incomplete),
  };
}

/** An entry without its picture. */
export interface FoundEntry {
  id: string;
  competition_id: string;
  generation_id: string;
  variant_id: string;
  submitted_at: Date;
  likes: number;
  proceeds_cents: number;
  buyers: number;
  rank: number;
  place: number;
  prize_cents: number;
}

const COLUMNS =
  'id, competition_id, generation_id, variant_id, submitted_at, likes, proceeds_cents, buyers, rank, place, prize_cents';

const INT_MAX = 2_147_483_647;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Keys by which a wall is sorted, all of them upwards: of equal ones the earlier entry comes first. */
const upwards = { likes: '-likes', proceeds: '-proceeds_cents' } as const;

interface WallRow {
  /** As JSON: to parse it at once costs less than to read row by row. */
  entries: (Omit<FoundEntry, 'submitted_at'> & { submitted_at: string })[];
  total: number;
  state: ChallengeState;
  /** Of all entries of the challenge, as announced or until now. */
  proceeds_cents: string;
  incomplete: boolean;
}

/**
 * Finds a challenge that has opened with a page of its entries, in one statement as a page waits for both. `$1`
 * challenge, `$2` entries, after the place `$3`, `$4`, `$5`; `$6` members, null for everyone's.
 */
const wallStatement = (sort: EntrySort, ofSome: boolean): Statement<WallRow> => {
  const whose = ofSome ? 'and member_id = any($6::uuid[])' : 'and $6::uuid[] is null';
  const total = ofSome
    ? `(select count(*)::int from ${schema}.entry where competition_id = $1::uuid and visible ${whose})`
    : 'challenge.entries';
  const order =
    sort === 'newest'
      ? {
          after: `(submitted_at, id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::uuid, '${LAST_ID}')) and $3::int is not distinct from $3`,
          by: 'submitted_at desc, id desc',
        }
      : {
          after: `(${upwards[sort]}, submitted_at, id)
            > (coalesce($3::int, -${INT_MAX}), coalesce($4::timestamptz, '-infinity'), coalesce($5::uuid, '${FIRST_ID}'))`,
          by: `(${upwards[sort]}), submitted_at, id`,
        };
  return new Statement(
    `entries by ${sort}${ofSome ? ' of some' : ''}`,
    `select coalesce((
       select json_agg(page order by ${order.by}) from (
         select ${COLUMNS} from ${schema}.entry
         where competition_id = $1::uuid and visible and ${order.after} ${whose}
         order by ${order.by} limit $2::int
       ) page
     ), '[]') as entries, ${total} as total, state, coalesce(total_cents, proceeds_cents) as proceeds_cents,
       exists (select from ${schema}.incomplete) as incomplete
     from ${schema}.challenge where challenge.id = $1::uuid and state <> 'prepared'`,
  );
};

const wallsOf = (ofSome: boolean): Record<EntrySort, Statement<WallRow>> => ({
  newest: wallStatement('newest', ofSome),
  likes: wallStatement('likes', ofSome),
  proceeds: wallStatement('proceeds', ofSome),
});

export const WALLS = { everyone: wallsOf(false), some: wallsOf(true) };

interface Place {
  key: number;
  at: string;
  id: string;
}

const CURSOR =
  /^(-?\d{1,10})_([12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Of the last entry seen. Throws 400. */
export function placeIn(cursor: string): Place {
  const [, key, at, id] = CURSOR.exec(cursor) ?? [];
  const isPlace = z.safeParse(z.iso.datetime(), at).success && Math.abs(Number(key)) <= INT_MAX;
  if (!at || !id || !isPlace) throw new Refused(problems.invalid, { message: 'This cursor is not one of ours' });
  return { key: Number(key), at, id };
}

const cursorOf = ({ submitted_at: at, id, likes, proceeds_cents: cents }: FoundEntry, sort: EntrySort): string =>
  `${{ newest: 0, likes: -likes, proceeds: -cents }[sort]}_${at.toISOString()}_${id}`;

export interface WallAsked {
  sort: EntrySort;
  limit: number;
  cursor?: string | undefined;
}

interface Wall {
  entries: FoundEntry[];
  total: number;
  nextCursor: string | null;
  incomplete: boolean;
}

/** Finds a page of the entries that everyone sees; `members`: of these alone. Throws 404 before the challenge opens. */
export async function wallOf(
  reads: Reads,
  id: string,
  { sort, limit, cursor }: WallAsked,
  members: readonly string[] | null,
): Promise<Wall> {
  const place = cursor === undefined ? undefined : placeIn(cursor);
  const statement = members === null ? WALLS.everyone[sort] : WALLS.some[sort];
  const values = [id, limit, place?.key ?? null, place?.at ?? null, place?.id ?? null, members];
  const { total, incomplete, ...found } = begun(await statement.run(reads, values));
  const entries = found.entries.map(dated);
  const last = entries.length === limit ? entries.at(-1) : undefined;
  return { entries, total, nextCursor: last ? cursorOf(last, sort) : null, incomplete };
}

interface Standings {
  leaders: FoundEntry[];
  /** Of all entries. */
  proceedsCents: number;
  isProvisional: boolean;
  incomplete: boolean;
}

/** Finds the entries that sold most, and what all of them brought. Throws 404 before the challenge opens. */
export async function standingsOf(reads: Reads, id: string): Promise<Standings> {
  const found = begun(await WALLS.everyone.proceeds.run(reads, [id, LEADERS, null, null, null, null]));
  return {
    leaders: found.entries.filter(({ proceeds_cents: cents }) => cents > 0).map(dated),
    proceedsCents: Number(found.proceeds_cents),
    isProvisional: found.state !== 'announced',
    incomplete: found.incomplete,
  };
}

function begun([found]: readonly WallRow[]): WallRow {
  if (!found) throw new Refused(competitionProblems.notFound);
  return found;
}

const dated = ({ submitted_at: at, ...entry }: WallRow['entries'][number]): FoundEntry => ({
  ...entry,
  submitted_at: new Date(at),
});

const WINNERS = new Statement<FoundEntry>(
  'winning entries',
  `select ${COLUMNS} from ${schema}.entry
   where competition_id = any($1::uuid[]) and visible and place > 0 order by place`,
);

/** Finds the entries of these challenges that won a place, the first first. */
export const winnersOf = (reads: Reads, ids: readonly string[]): Promise<FoundEntry[]> => WINNERS.run(reads, [ids]);

/** Gives entries their pictures; those whose picture the viewer does not see are left out. */
export function shownEntries(entries: readonly FoundEntry[], generations: readonly Generation[]): ShownEntry[] {
  const pictures = new Map(generations.map((generation) => [generation.id, generation]));
  return entries.flatMap(({ generation_id, submitted_at, proceeds_cents, rank, place, prize_cents, ...entry }) => {
    const generation = pictures.get(generation_id);
    if (!generation) return [];
    return [
      {
        ...entry,
        submitted_at: submitted_at.toISOString(),
        generation,
        proceeds: proceeds_cents / 100,
        rank: rank === 0 ? null : rank,
        place: place === 0 ? null : place,
        prize: place === 0 ? null : prize_cents / 100,
      },
    ];
  });
}

const OPEN = new WrittenStatement('open challenges', {}, () =>
  db
    .selectFrom('challenge')
    .where('state', '=', 'open')
    .selectAll()
    .select((eb) => exists(eb.selectFrom('incomplete')).as('incomplete'))
    .orderBy('kind'),
);

type Active = z.output<typeof competitionsHttp.active.reply>['competitions'];

/** Finds the challenges that are open now. */
export async function activeChallenges(
  reads: Reads,
  now: Date,
): Promise<{ competitions: Active; incomplete: boolean }> {
  const found = await OPEN.run(reads, {});
  return {
    competitions: found
      .filter((one) => stateAt(one, now) === 'open')
      .map(({ id, kind, description, theme, closes_at: closesAt }) => ({
        id,
        type: kind,
        name: named[kind].name,
        description,
        theme,
        deadline: closesAt.toISOString(),
      })),
    incomplete: found.some(({ incomplete }) => incomplete),
  };
}
