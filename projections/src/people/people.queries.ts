import { queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type { Author } from '@easel/contracts/generation/http';
import { avatarPath, LINEAGE_DEPTH, LINEAGE_MAX } from '@easel/contracts/people/policy';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement, WrittenStatement } from '../kernel/statement.ts';
import { people } from './people.projector.ts';
import type { tables } from './people.tables.ts';

export const peopleModel = readModel(people);
const { schema } = peopleModel;
const db = queriesOf<Database<typeof tables>>(schema);

/** What everybody is told of a generation's maker, and of the favor it finds. */
export interface Standing {
  generation_id: string;
  member_id: string;
  /** Null where the maker is hidden. */
  name: string | null;
  avatar_id: string | null;
  shares_settings: boolean;
  likes: number;
  /** One of maker and viewer has blocked the other. */
  barred: boolean;
  incomplete: boolean;
}

/** Whether either of two has blocked the other. */
const barred = (one: string, other: string): string => `exists (
  select from ${schema}.block
  where (block.member_id, block.blocked_id) in ((${one}, ${other}), (${other}, ${one})))`;

const VISIBLE = (work: string): string => `${work}.is_public and ${work}.completed and not ${work}.deleted`;

/** The image that a profile has for its avatar, while everybody sees the picture, and it is theirs. */
const AVATAR = `(
  select profile.avatar_variant_id from ${schema}.work face
  where face.generation_id = profile.avatar_generation_id and face.member_id = profile.member_id and ${VISIBLE('face')})`;

/** Of these generations (`$1`), as a viewer (`$2`, null for a visitor) sees them. */
const STANDINGS = new Statement<Standing>(
  'standings',
  `select work.generation_id, work.member_id,
     case when profile.shown then profile.name end as name,
     case when profile.shown then ${AVATAR} end as avatar_id,
     coalesce(profile.shown and profile.shares_settings, false) as shares_settings,
     (select count(*)::int from ${schema}.liking join ${schema}.profile fan on fan.member_id = liking.member_id
      where liking.generation_id = work.generation_id and fan.verified) as likes,
     $2::uuid is not null and ${barred('work.member_id', '$2::uuid')} as barred,
     exists (select from ${schema}.incomplete where id in (work.generation_id, work.member_id)) as incomplete
   from ${schema}.work left join ${schema}.profile on profile.member_id = work.member_id
   where work.generation_id = any($1::uuid[])`,
);

/** Finds how generations stand. */
export const standingsOf = (
  reads: Reads,
  viewerId: string | null,
  generationIds: readonly string[],
): Promise<Standing[]> => STANDINGS.run(reads, [generationIds, viewerId]);

/** Somebody who is shown, and the image that is their avatar; null where they have none that everybody sees. */
export interface ShownPerson {
  id: string;
  name: string;
  avatar_id: string | null;
}

export interface FoundPerson extends ShownPerson {
  followers: number;
  isFollowed: boolean;
  isBlocked: boolean;
  blocksViewer: boolean;
}

/** More than one where a name was freed by an erasure. */
const BY_NAME = new Statement<FoundPerson>(
  'person by name',
  `select member_id as id, name, ${AVATAR} as avatar_id,
     (select count(*)::int from ${schema}.follow join ${schema}.profile fan on fan.member_id = follow.member_id
      where followed_id = profile.member_id and fan.verified
        -- Those whom they have blocked follow until that has ended in their own stream, too.
        and not exists (select from ${schema}.block
          where block.member_id = profile.member_id and blocked_id = follow.member_id)) as followers,
     exists (select from ${schema}.follow where member_id = $2::uuid and followed_id = profile.member_id) as "isFollowed",
     exists (select from ${schema}.block where member_id = $2::uuid and blocked_id = profile.member_id) as "isBlocked",
     exists (select from ${schema}.block where member_id = profile.member_id and blocked_id = $2::uuid) as "blocksViewer"
   from ${schema}.profile where name = $1 and shown`,
);

/** Finds who is shown under a name, as a viewer sees them. */
export const peopleNamed = (reads: Reads, viewerId: string | null, name: string): Promise<FoundPerson[]> =>
  BY_NAME.run(reads, [name, viewerId]);

const SHOWN_AS = new Statement<{ id: string; name: string }>(
  'people shown as',
  `select member_id as id, name from ${schema}.profile where name = any($1::text[]) and shown`,
);

/** Finds those who are shown under one of these names. */
export const peopleShownAs = (reads: Reads, names: readonly string[]): Promise<{ id: string; name: string }[]> =>
  SHOWN_AS.run(reads, [names]);

const SHOWN_TO = new Statement<{ id: string; name: string }>(
  'people shown to',
  `select member_id as id, name from ${schema}.profile
   where member_id = any($1::uuid[]) and shown
     and ($2::uuid is null or not ${barred('profile.member_id', '$2::uuid')})`,
);

/** Finds the names of those of these who are shown, less those whom a block sets apart from the viewer. */
export const peopleShownTo = (
  reads: Reads,
  viewerId: string | null,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> => SHOWN_TO.run(reads, [ids, viewerId]);

const SHOWN = new WrittenStatement('person shown', { memberId: column.uuid }, (given) =>
  db
    .selectFrom('profile')
    .where('member_id', '=', given('memberId'))
    .where('shown', '=', true)
    .select(['member_id as id', 'name', sql<string | null>`${sql.raw(AVATAR)}`.as('avatar_id')]),
);

/** Finds as whom everybody sees a member; undefined where they are hidden. */
export async function shownPerson(reads: Reads, memberId: string): Promise<Author | undefined> {
  const [found] = await SHOWN.run(reads, { memberId });
  return found && authorOf(found);
}

const CHOSEN = new WrittenStatement('avatar chosen', { memberId: column.uuid }, (given) =>
  db
    .selectFrom('profile')
    .where('member_id', '=', given('memberId'))
    .where('avatar_variant_id', 'is not', null)
    .select('member_id'),
);

/** Finds whether a member has chosen an avatar, whoever sees it. */
export async function hasChosenAvatar(reads: Reads, memberId: string): Promise<boolean> {
  return (await CHOSEN.run(reads, { memberId })).length > 0;
}

/** As people are told of somebody. */
export const authorOf = ({ id, name, avatar_id: avatarId }: ShownPerson): Author => ({
  id,
  name,
  ...(avatarId !== null && { avatar_url: avatarPath(avatarId) }),
});

const WORN = new Statement<object>(
  'avatar worn',
  `select from ${schema}.profile where avatar_variant_id = $1::uuid and shown and ${AVATAR} is not null limit 1`,
);

/** Finds whether an image is the avatar of somebody who is shown. */
export async function isAvatar(reads: Reads, variantId: string): Promise<boolean> {
  return (await WORN.run(reads, [variantId])).length > 0;
}

const FOLLOWED = new Statement<ShownPerson>(
  'people followed',
  `select followed_id as id, name, ${AVATAR} as avatar_id
   from ${schema}.follow join ${schema}.profile on profile.member_id = followed_id
   where follow.member_id = $1::uuid and shown and not ${barred('follow.member_id', 'follow.followed_id')}
   order by followed_at desc, followed_id`,
);

/** Finds whom a member follows and still sees, the last first. */
export const peopleFollowed = (reads: Reads, memberId: string): Promise<ShownPerson[]> =>
  FOLLOWED.run(reads, [memberId]);

const BLOCKED = new WrittenStatement('people blocked', { memberId: column.uuid }, (given) =>
  db
    .selectFrom('block')
    .leftJoin('profile', 'profile.member_id', 'block.blocked_id')
    .where('block.member_id', '=', given('memberId'))
    .select(['blocked_id as id', sql<string>`case when shown then name else '' end`.as('name')])
    .orderBy('blocked_at', 'desc')
    .orderBy('blocked_id'),
);

/** Finds whom a member has blocked, the last first; a name is empty where they are hidden. */
export const peopleBlocked = (reads: Reads, memberId: string): Promise<{ id: string; name: string }[]> =>
  BLOCKED.run(reads, { memberId });

export interface Link {
  id: string;
  of: string;
  /** Whose they are. */
  makerId: string;
  originalMakerId: string;
}

/**
 * A remix leads to its original while both are to be seen, the original's maker is shown, and nobody of the three, the
 * viewer (`$2`) among them, has blocked another.
 */
const LINKED = `
  ${VISIBLE('original')} and ${VISIBLE('remix')} and maker.shown
  and (original.member_id = remix.member_id or not ${barred('original.member_id', 'remix.member_id')})
  and ($2::uuid is null or not (${barred('original.member_id', '$2::uuid')} or ${barred('remix.member_id', '$2::uuid')}))`;

const JOINED = `join ${schema}.profile maker on maker.member_id = original.member_id`;
const LINK = `remix.generation_id as id, original.generation_id as of,
  remix.member_id as maker_id, original.member_id as original_maker_id`;

const LINEAGE = new Statement<Link>(
  'lineage',
  `with recursive
   up as (
     select ${LINK}, 1 as depth
     from ${schema}.work remix join ${schema}.work original on original.generation_id = remix.remix_of ${JOINED}
     where remix.generation_id = $1::uuid and ${LINKED}
     union all
     select ${LINK}, depth + 1
     from up join ${schema}.work remix on remix.generation_id = up.of
       join ${schema}.work original on original.generation_id = remix.remix_of ${JOINED}
     where depth < ${LINEAGE_DEPTH} and ${LINKED}
   ),
   down as (
     select ${LINK}, 1 as depth
     from ${schema}.work original join ${schema}.work remix on remix.remix_of = original.generation_id ${JOINED}
     where original.generation_id = $1::uuid and ${LINKED}
     union all
     select ${LINK}, depth + 1
     from down join ${schema}.work original on original.generation_id = down.id
       join ${schema}.work remix on remix.remix_of = original.generation_id ${JOINED}
     where depth < ${LINEAGE_DEPTH} and ${LINKED}
   ),
   nearest as (
     (select * from up) union all (select * from down limit ${LINEAGE_MAX})
   )
   select id, of, maker_id as "makerId", original_maker_id as "originalMakerId" from nearest order by depth, id`,
);

/** Finds the links by which remixes lead from and to a generation, the nearest first. */
export const lineageOf = (reads: Reads, viewerId: string | null, generationId: string): Promise<Link[]> =>
  LINEAGE.run(reads, [generationId, viewerId]);
