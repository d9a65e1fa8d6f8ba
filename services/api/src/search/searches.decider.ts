import type { SearchFact } from '@easel/contracts/search/events';
import type { Decider } from '@easel/kernel/deciding/decider';

/** What was searched for on one day. */
export interface Searches {
  /** Of a caller and words together, each of which counts once. */
  marks: Set<string>;
}

export interface SearchesCommand {
  type: 'PerformSearch';
  /** UTC, the stream's. */
  day: string;
  words: string;
  mark: string;
  found?: number | undefined;
}

/**
 * Facts of a day at most: what comes behind so many changes no trend, and a stream is to stay one that is soon read.
 */
export const MOST_A_DAY = 20_000;

export const searches: Decider<Searches, SearchesCommand, SearchFact> = {
  initial: () => ({ marks: new Set() }),

  decide({ day, words, mark, found }, { marks }) {
    if (marks.has(mark) || marks.size >= MOST_A_DAY) return [];
    return [{ type: 'SearchPerformed', data: { day, words, mark, ...(found !== undefined && { found }) } }];
  },

  evolve(state, { data: { mark } }) {
    state.marks.add(mark);
    return state;
  },
};
