import type { Generation } from '@easel/contracts/generation/http';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { Reads } from '../kernel/reads.ts';
import { authorOf, type Standing, standingsOf } from './people.queries.ts';

/** Finds of these generations those of which a member bought an image. */
export type BoughtOf = (reads: Reads, memberId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;
/** Provides it from the read model of purchases: read models do not import each other. */
export const BOUGHT_OF = Symbol('bought of');

interface Given {
  reads: Reads;
  sealer: Pick<Sealer, 'erasedOf'>;
  boughtOf: BoughtOf;
}

interface Dressed {
  generations: Generation[];
  incomplete: boolean;
}

/**
 * Gives public generations their author and their likes, as the viewer (null for a visitor) sees them, marks those the
 * viewer made or bought, and takes away the seed of who does not share it. Leaves out those of whoever has blocked the
 * viewer, or whom the viewer has blocked.
 */
export async function dress(
  given: Given,
  viewerId: string | null,
  generations: readonly Generation[],
): Promise<Dressed> {
  if (generations.length === 0) return { generations: [], incomplete: false };
  const ids = generations.map(({ id }) => id);
  return dressWith(await knownOf(given, viewerId, ids), viewerId, generations);
}

/** The same of generations that are still being read: what is known of these ids is read at the same time. */
export async function dressWhileFound(
  given: Given,
  viewerId: string | null,
  { ids, found }: { ids: readonly string[]; found: Promise<{ items: Generation[]; incomplete: boolean }> },
): Promise<Dressed> {
  const [{ items, incomplete }, known] = await Promise.all([found, knownOf(given, viewerId, ids)]);
  const shown = dressWith(known, viewerId, items);
  return { generations: shown.generations, incomplete: incomplete || shown.incomplete };
}

interface Known {
  standings: readonly Standing[];
  bought: ReadonlySet<string>;
  erased: ReadonlySet<string>;
}

async function knownOf(
  { reads, sealer, boughtOf }: Given,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Known> {
  const [standings, bought] = await Promise.all([
    standingsOf(reads, viewerId, ids),
    viewerId === null ? new Set<string>() : boughtOf(reads, viewerId, ids),
  ]);
  const shown = standings.flatMap(({ name, member_id }) => (name === null ? [] : [member_id]));
  return { standings, bought, erased: await sealer.erasedOf([...new Set(shown)]) };
}

function dressWith(
  { standings, bought, erased }: Known,
  viewerId: string | null,
  generations: readonly Generation[],
): Dressed {
  const byId = new Map(standings.map((standing) => [standing.generation_id, standing]));
  return {
    generations: generations.flatMap((generation) => {
      const standing = byId.get(generation.id);
      if (!standing) return [{ ...withoutSeed(generation), author: null, likes: 0 }];
      return standing.barred
        ? []
        : [
            dressed(generation, standing, {
              viewerId,
              isErased: erased.has(standing.member_id),
              isBought: bought.has(generation.id),
            }),
          ];
    }),
    incomplete: standings.some(({ incomplete }) => incomplete),
  };
}

function dressed(
  generation: Generation,
  { name, member_id: id, avatar_id, shares_settings: shares, likes }: Standing,
  { viewerId, isErased, isBought }: { viewerId: string | null; isErased: boolean; isBought: boolean },
): Generation {
  const author = name === null || isErased ? null : authorOf({ id, name, avatar_id });
  const isMade = id === viewerId;
  const keepsSeed = isMade || (shares && !isErased);
  const yours = isMade ? 'made' : isBought ? 'bought' : undefined;
  return { ...(keepsSeed ? generation : withoutSeed(generation)), author, likes, ...(yours && { yours }) };
}

function withoutSeed({ metadata: { seed: _own, ...metadata }, ...generation }: Generation): Generation {
  return { ...generation, metadata };
}
