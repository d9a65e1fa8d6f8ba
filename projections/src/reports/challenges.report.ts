import { worthCents } from '@easel/contracts/account/policy';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { z } from 'zod';
import { columnsOf, Groups, isWithin, months, share } from './figures.ts';
import { reportOf } from './report.ts';

interface Figures {
  selling: number;
  places: number;
  proceedsCents: number;
  shareCents: number;
  prizeCents: number;
  prizeTenths: number;
  houseCents: number;
}

const none = (): Figures => ({
  selling: 0,
  places: 0,
  proceedsCents: 0,
  shareCents: 0,
  prizeCents: 0,
  prizeTenths: 0,
  houseCents: 0,
});

/** By the month of each challenge, once its winners are announced. Making and delivering products costs besides. */
export const report = reportOf<CompetitionFact>()({
  answers: 'What challenges brought, what their members got of it, and what the house kept, month by month',
  filter: ['WinnersAnnounced'],
  parameters: z.strictObject(months),
  initial: (): Groups<Figures> => new Groups(none),

  reduce(groups, { data }) {
    const figures = groups.of(data.month, data.kind);
    figures.proceedsCents += data.totalCents;
    figures.houseCents += data.houseCents;
    for (const { place, shareCents, prizeCents, prizeTenths } of data.entries) {
      figures.selling += 1;
      figures.places += place === null ? 0 : 1;
      figures.shareCents += shareCents;
      figures.prizeCents += prizeCents;
      figures.prizeTenths += prizeTenths;
    }
    return groups;
  },

  beneath: (groups) => groups,

  render: (groups, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['challenge', 'text'],
      ['entries that sold', 'count'],
      ['places', 'count'],
      ['proceeds', 'cents'],
      ['shares', 'cents'],
      ['prizes', 'cents'],
      ['prize credits', 'tenths'],
      ['prize credits’ worth', 'cents'],
      ['kept', 'cents'],
      ['kept', 'percent'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = '', kind = ''], of]) => [
        month,
        kind,
        of.selling,
        of.places,
        of.proceedsCents,
        of.shareCents,
        of.prizeCents,
        of.prizeTenths,
        worthCents(of.prizeTenths),
        of.houseCents,
        share(of.houseCents, of.proceedsCents),
      ]),
  }),
});
