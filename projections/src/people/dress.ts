import type { Generation } from '@easel/contracts/generation/http';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { Reads } from '../kernel/reads.ts';
import { authorOf, type Standing, standingsOf } from './people.queries.ts';

/**
 * Gives public generations their author and their likes, as the viewer (null for a visitor) sees them, and takes away
 * the seed of who does not share it. Leaves out those of whoever has blocked the viewer, or whom the viewer has
 * blocked.
 */
export async function dress(
  { reads, sealer }: { reads: Reads; sealer: Pick<Sealer, 'erasedOf'> },
  viewerId: string | null,
  generations: readonly Generation[],
): Promise<{ generations: Generation[]; incomplete: boolean }> {
  if (generations.length === 0) return { generations: [], incomplete: false };
  const standings = await standingsOf(
    reads,
    viewerId,
    generations.map(({ id }) => id),
  );
  const shown = standings.flatMap(({ name, member_id }) => (name === null ? [] : [member_id]));
  const erased = await sealer.erasedOf([...new Set(shown)]);
  const byId = new Map(standings.map((standing) => [standing.generation_id, standing]));
  return {
    generations: generations.flatMap((generation) => {
      const standing = byId.get(generation.id);
      if (!standing) return [{ ...withoutSeed(generation), author: null, likes: 0 }];
      return standing.barred
        ? []
        : [dressed(generation, standing, { viewerId, isErased: erased.has(standing.member_id) })];
    }),
    incomplete: standings.some(({ incomplete }) => incomplete),
  };
}

function dressed(
  generation: Generation,
  { name, member_id: id, avatar_id, shares_settings: shares, likes }: Standing,
  { viewerId, isErased }: { viewerId: string | null; isErased: boolean },
): Generation {
  const author = name === null || isErased ? null : authorOf({ id, name, avatar_id });
  const keepsSeed = id === viewerId || (shares && !isErased);
  return { ...(keepsSeed ? generation : withoutSeed(generation)), author, likes };
}

function withoutSeed({ metadata: { seed: _own, ...metadata }, ...generation }: Generation): Generation {
  return { ...generation, metadata };
}
