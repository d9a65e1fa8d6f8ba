import type { SearchFact } from '@easel/contracts/search/events';
import { SEARCHES_KEPT_DAYS } from '@easel/contracts/search/policy';
import { z } from 'zod';
import { columnsOf, forgottenMonth, Groups, isWithin, monthOf, months, refuseForgotten, share } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  searched: number;
  /** Of those of which it is known what they found. */
  known: number;
  missed: number;
  lastDay: string;
}

const none = (): Figures => ({ searched: 0, known: 0, missed: 0, lastDay: '' });
/** Beyond as many as are told one by one. */
const OTHERS = '(all others)';

/** Of every month that the log still has whole, those first that were most often searched for in vain. A caller counts once a day. */
export const report = reportOf<SearchFact>()({
  answers: 'Which words people search for in vain, and how often',
  filter: ['SearchPerformed'],
  parameters: z.strictObject({
    ...months,
    most: z.coerce.number().int().min(1).max(1_000).default(500).describe('words that are told one by one'),
  }),
  initial: (): Groups<Figures> => new Groups(none),

  reduce(groups, { data: { words, day, found } }, parameters) {
    const month = monthOf(day);
    if (!isWithin(month, parameters)) return groups;
    const figures = groups.of(words, month);
    figures.searched += 1;
    if (found !== undefined) figures.known += 1;
    if (found === 0) figures.missed += 1;
    if (day > figures.lastDay) figures.lastDay = day;
    return groups;
  },

  render(groups, parameters, asOf) {
    const forgotten = forgottenMonth(asOf, SEARCHES_KEPT_DAYS);
    refuseForgotten(forgotten, parameters, 'What was searched for', SEARCHES_KEPT_DAYS);
    const all = new Groups(none);
    for (const [[words = '', month = ''], figures] of groups.sorted())
      if (month > forgotten) add(all.of(words), figures);
    const told = all
      .sorted()
      .map(([[words = ''], figures]) => ({ words, ...figures }))
      // Of equals, those that come first by their words.
      .toSorted((a, b) => b.missed - a.missed || b.searched - a.searched);
    const others = { words: OTHERS, ...none() };
    for (const figures of told.splice(parameters.most)) add(others, figures);
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

function add(sum: Figures, { searched, known, missed, lastDay }: Figures): void {
  sum.searched += searched;
  sum.known += known;
  sum.missed += missed;
  if (lastDay > sum.lastDay) sum.lastDay = lastDay;
}
