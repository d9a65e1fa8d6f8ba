import type { FavoriteFact } from '@easel/contracts/favorites/events';
import type { Decider } from '@easel/kernel/deciding/decider';

/** What one command came to. */
interface Settled {
  key: string;
  isFavorite: boolean;
}

export interface Favorites {
  /** Ids of generations. */
  chosen: Record<string, true>;
  /** The last first forgotten: whoever repeats a command has not given a thousand others meanwhile. */
  settled: Settled[];
}

export interface FavoritesCommand {
  type: 'ToggleFavorite';
  memberId: string;
  generationId: string;
  /** Names this one: under a key that is settled nothing is toggled again. */
  key: string;
  at: Date;
}

/** Commands whose outcome is remembered. */
export const REMEMBERED = 1_000;

/** What the command of this key came to; undefined for one that was not given, or too long ago. */
export const outcomeOf = ({ settled }: Favorites, key: string): boolean | undefined =>
  settled.find((one) => one.key === key)?.isFavorite;

export const favorites: Decider<Favorites, FavoritesCommand, FavoriteFact> = {
  initial: () => ({ chosen: {}, settled: [] }),
  snapshot: 'favorites@1',

  decide({ memberId, generationId, key, at }, state) {
    if (outcomeOf(state, key) !== undefined) return [];
    const isFavorite = !Object.hasOwn(state.chosen, generationId);
    const toggledAt = at.toISOString();
    return [{ type: 'FavoriteToggled', data: { memberId, generationId, isFavorite, key, toggledAt } }];
  },

  evolve(state, { data: { generationId, isFavorite, key } }) {
    if (isFavorite) state.chosen[generationId] = true;
    else delete state.chosen[generationId];
    state.settled.push({ key, isFavorite });
    if (state.settled.length > REMEMBERED) state.settled.shift();
    return state;
  },
};
