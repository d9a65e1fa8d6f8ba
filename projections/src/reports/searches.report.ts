import type { SearchFact } from '@easel/contracts/search/events';
import { SEARCHES_KEPT_DAYS } from '@easel/contracts/search/policy';
import { z } from 'zod';
import { columnsOf, forgottenMonth, isWithin, monthOf, months, refuseForgotten, share } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  searched: number;
  /** Of those of which it is known what they found. */
  known: number;
  missed: number;
  lastDay: string;
}

/** By words, of each month in which they were searched for: what a month has is forgotten as one. */
type State = Map<string, Figures[]>;

const none = (): Figures => ({ searched: 0, known: 0, missed: 0, lastDay: '' });
/** Beyond as many as are told one by one. */
const OTHERS = '(all others)';

/**
 * Of every month that the log still has whole, those first that were most often searched for in vain. A caller counts
 * once a day.
 */
export const report = reportOf<SearchFact>()({
  answers: 'Which words people search for in vain, and how often',
  filter: ['SearchPerformed'],
  parameters: z.strictObject({
    ...months,
    most: z.coerce.number().int().min(1).max(1_000).default(500).describe('words that are told one by one'),
  }),
  initial: (): State => new Map(),

  reduce(state, { data: { words, day, found } }, parameters) {
    const month = monthOf(day);
    if (!isWithin(month, parameters)) return state;
    const byMonth = state.get(words) ?? [];
    let figures = byMonth.findLast(({ lastDay }) => lastDay.startsWith(month));
    if (!figures) {
      figures = none();
      byMonth.push(figures);
      state.set(words, byMonth);
    }
    add(figures, { searched: 1, known: Number(found !== undefined), missed: Number(found === 0), lastDay: day });
    return state;
  },

  render(state, parameters, asOf) {
    const forgotten = forgottenMonth(asOf, SEARCHES_KEPT_DAYS);
    refuseForgotten(forgotten, parameters, 'What was searched for', SEARCHES_KEPT_DAYS);
    const told = [...state]
      .map(([words, byMonth]) => ({ words, ...sumOf(byMonth.filter(({ lastDay }) => monthOf(lastDay) > forgotten)) }))
      .filter(({ searched }) => searched > 0)
      .toSorted((a, b) => b.missed - a.missed || b.searched - a.searched || (a.words < b.words ? -1 : 1));
    const others = { words: OTHERS, ...sumOf(told.splice(parameters.most)) };
    return {
      columns: columnsOf(
        ['words', 'text'],
        ['searched', 'count'],
        ['without a hit', 'count'],
        ['without a hit', 'percent'],
        ['results known', 'count'],
        ['last searched', 'day'],
      ),
      rows: [...told, ...(others.searched > 0 ? [others] : [])].map(({ words, searched, known, missed, lastDay }) => [
        words,
        searched,
        missed,
        share(missed, known),
        known,
        lastDay,
      ]),
    };
  },
});

function sumOf(all: readonly Figures[]): Figures {
  const sum = none();
  for (const figures of all) add(sum, figures);
  return sum;
}

function add(sum: Figures, { searched, known, missed, lastDay }: Figures): void {
  sum.searched += searched;
  sum.known += known;
  sum.missed += missed;
  if (lastDay > sum.lastDay) sum.lastDay = lastDay;
}
