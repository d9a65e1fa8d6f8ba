import type { SearchFact } from '@easel/contracts/search/events';
import { SEARCHED_FROM } from '@easel/contracts/search/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

/** What was searched for on one day. */
export interface Searches {
  /** Of a caller and words together, each of which counts once. */
  marks: Set<string>;
  /** The words of those that count, by mark. */
  counting: Map<string, string>;
  /** How many have counted of a network and words together. */
  networks: Map<string, number>;
}

export type SearchesCommand =
  | {
      type: 'PerformSearch';
      /** UTC, the stream's. */
      day: string;
      words: string;
      mark: string;
      found?: number | undefined;
      /** Whether a member with a verified address searched. */
      verified: boolean;
      /** Absent where everybody has the same network. */
      network?: string | undefined;
    }
  | { type: 'WithdrawSearches'; day: string; marks: readonly string[] };

/**
 * Facts of a day at most: what comes behind so many changes no trend, and a stream is to stay one that is soon read.
 * Half of them are left to those that count, so that nobody without a verified address takes their room.
 */
export const MOST_A_DAY = 20_000;

export const searches: Decider<Searches, SearchesCommand, SearchFact> = {
  initial: () => ({ marks: new Set(), counting: new Map(), networks: new Map() }),

  decide(command, { marks, counting, networks }) {
    const { day } = command;
    if (command.type === 'WithdrawSearches') {
      return command.marks.flatMap((mark): SearchFact[] => {
        const words = counting.get(mark);
        return words === undefined ? [] : [{ type: 'SearchWithdrawn', data: { day, words, mark } }];
      });
    }
    const { words, mark, found, verified, network } = command;
    const counts = verified && (network === undefined || (networks.get(network) ?? 0) < SEARCHED_FROM);
    if (marks.has(mark) || marks.size >= (counts ? MOST_A_DAY : MOST_A_DAY / 2)) return [];
    return [
      {
        type: 'SearchPerformed',
        data: {
          day,
          words,
          mark,
          ...(found !== undefined && { found }),
          ...(counts && { counts, ...(network !== undefined && { network }) }),
        },
      },
    ];
  },

  evolve(state, { type, data }) {
    if (type === 'SearchWithdrawn') {
      state.counting.delete(data.mark);
      return state;
    }
    const { mark, words, counts, network } = data;
    state.marks.add(mark);
    if (counts) state.counting.set(mark, words);
    if (network !== undefined) state.networks.set(network, (state.networks.get(network) ?? 0) + 1);
    return state;
  },
};
