import { COVERS } from '@easel/contracts/collections/policy';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { collections } from './collections.projector.ts';

export const collectionsModel = readModel(collections);
const { schema } = collectionsModel;

/** Pictures of a collection that are to be seen, `seen.collection_id` being given, the last added first. */
const SEEN = `${schema}.placement as seen
  where not exists (select from ${schema}.trashed where trashed.generation_id = seen.generation_id)`;
const NEWEST_FIRST = 'order by seen.collected_at desc, seen.place, seen.generation_id';

export interface FoundCollection {
  id: string;
  name: string;
  made_at: Date;
  pictures: number;
}

const OWN = new Statement<FoundCollection & { covers: string[]; holds: boolean; incomplete: boolean }>(
  'own collections',
  `select id, name, made_at,
     (select count(*)::int from ${SEEN} and seen.collection_id = collection.id) as pictures,
     array(
       select seen.generation_id from ${SEEN} and seen.collection_id = collection.id ${NEWEST_FIRST} limit ${COVERS}
     ) as covers,
     exists (
       select from ${schema}.placement where collection_id = collection.id and generation_id = $2::uuid
     ) as holds,
     exists (select from ${schema}.incomplete where incomplete.id in (collection.id, $1::uuid)) as incomplete
   from ${schema}.collection where member_id = $1::uuid
   order by added_at desc, id`,
);

/** Finds a member's collections, the one last added to first; which of them hold that picture is told, too. */
export const ownCollections = (reads: Reads, memberId: string, holding: string | null): ReturnType<typeof OWN.run> =>
  OWN.run(reads, [memberId, holding]);

interface Page {
  page: number;
  limit: number;
}

/** Ids of generations, in their order. */
const pageOf = (collection: string, offset: string, limit: string): string => `array(
  select seen.generation_id from ${SEEN} and seen.collection_id = ${collection}
  ${NEWEST_FIRST} offset ${offset}::int limit ${limit}::int)`;

const ONE = new Statement<FoundCollection & { ids: string[]; incomplete: boolean }>(
  'own collection',
  `select id, name, made_at,
     (select count(*)::int from ${SEEN} and seen.collection_id = collection.id) as pictures,
     ${pageOf('collection.id', '$3', '$4')} as ids,
     exists (select from ${schema}.incomplete where incomplete.id in (collection.id, $1::uuid)) as incomplete
   from ${schema}.collection where id = $2::uuid and member_id = $1::uuid`,
);

/** Finds one of a member's collections with a page of its pictures; undefined for what is not theirs. */
export async function ownCollection(
  reads: Reads,
  memberId: string,
  { id, page, limit }: Page & { id: string },
): Promise<(FoundCollection & { ids: string[]; incomplete: boolean }) | undefined> {
  const [found] = await ONE.run(reads, [memberId, id, (page - 1) * limit, limit]);
  return found;
}

export interface FoundShare {
  member_id: string;
  kind: 'collection' | 'picture';
  /** Of the collection; empty for a picture. */
  title: string;
  expires_at: Date;
  /** Of generations: those of the page, and how many there are. */
  ids: string[];
  total: number;
  incomplete: boolean;
}

/** Links that work at `at`, by the digest of their token. */
const WORKING = (digest: string, at: string): string => `
  ${schema}.share left join ${schema}.collection on collection.id = share.collection_id
  where token_digest = ${digest} and expires_at > ${at}::timestamptz
    and (collection.id is not null or (
      share.generation_id is not null
      and not exists (select from ${schema}.trashed where trashed.generation_id = share.generation_id)
    ))`;

const SHARED = new Statement<FoundShare>(
  'shared',
  `select share.member_id, coalesce(collection.name, '') as title, share.expires_at,
     case when collection.id is null then 'picture' else 'collection' end as kind,
     case when collection.id is null
       then case when $3::int = 0 then array[share.generation_id] else array[]::uuid[] end
       else ${pageOf('collection.id', '$3', '$4')}
     end as ids,
     case when collection.id is null then 1
       else (select count(*)::int from ${SEEN} and seen.collection_id = collection.id)
     end as total,
     exists (
       select from ${schema}.incomplete where incomplete.id in (collection.id, share.generation_id, share.member_id)
     ) as incomplete
   from ${WORKING('$1', '$2')}`,
);

/** Finds what a link shows at that time; undefined for one that has expired, was revoked or never was. */
export async function sharedBy(
  reads: Reads,
  { digest, at, page, limit }: Page & { digest: string; at: Date },
): Promise<FoundShare | undefined> {
  const [found] = await SHARED.run(reads, [digest, at.toISOString(), (page - 1) * limit, limit]);
  return found;
}

const SHOWS = new Statement<{ found: boolean }>(
  'shows',
  `select exists (
     select from ${WORKING('$1', '$2')} and share.member_id = $4::uuid and (
       share.generation_id = $3::uuid
       or exists (
         select from ${SEEN} and seen.collection_id = collection.id and seen.generation_id = $3::uuid
       )
     )
   ) as found`,
);

/** Answers whether a link shows that generation of that member's at that time. */
export async function shows(
  reads: Reads,
  { digest, at, generationId, memberId }: { digest: string; at: Date; generationId: string; memberId: string },
): Promise<boolean> {
  const [answer] = await SHOWS.run(reads, [digest, at.toISOString(), generationId, memberId]);
  return answer?.found ?? false;
}
