import type { Generation } from '@easel/contracts/generation/http';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { Reads } from '../kernel/reads.ts';
import { authorOf, type Standing, standingsOf } from './people.queries.ts';

/** Finds of these generations those of which a member bought an image. */
export type BoughtOf = (reads: Reads, memberId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;
/** Provides it from the read model of purchases: read models do not import each other. */
export const BOUGHT_OF = Symbol('bought of');

/**
 * Gives public generations their author and their likes, as the viewer (null for a visitor) sees them, marks those the
 * viewer made or bought, and takes away the seed of who does not share it. Leaves out those of whoever has blocked the
 * viewer, or whom the viewer has blocked.
 */
export async function dress(
  { reads, sealer, boughtOf }: { reads: Reads; sealer: Pick<Sealer, 'erasedOf'>; boughtOf: BoughtOf },
  viewerId: string | null,
  generations: readonly Generation[],
): Promise<{ generations: Generation[]; incomplete: boolean }> {
  if (generations.length === 0) return { generations: [], incomplete: false };
  const ids = generations.map(({ id }) => id);
  const [standings, bought] = await Promise.all([
    standingsOf(reads, viewerId, ids),
    viewerId === null ? new Set<string>() : boughtOf(reads, viewerId, ids),
  ]);
  const shown = standings.flatMap(({ name, member_id }) => (name === null ? [] : [member_id]));
  const erased = await sealer.erasedOf([...new Set(shown)]);
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
