import type { AccountFact } from '@easel/contracts/account/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { MemberFact } from '@easel/contracts/members/events';
import { z } from 'zod';
import { columnsOf, isWithin, monthOf, months, monthsBetween, monthsFrom, share, stampOf } from './figures.ts';
import { reportOf } from './report.ts';

interface Cohort {
  members: number;
  /** By months since the registration. */
  active: number[];
}

interface State {
  people: Map<string, { cohort: Cohort; month: string; countedUntil: string }>;
  cohorts: Map<string, Cohort>;
}

/** Who is counted as active in a month asked for an image, bought one or fetched a file in it. */
export const report = reportOf<MemberFact | AccountFact | GenerationFact>()({
  answers: 'How many of those who registered in a month are active in those that follow',
  filter: ['MemberRegistered', 'GenerationRequested', 'ImagePurchased', 'DownloadGranted'],
  parameters: z.strictObject({
    ...months,
    follow: z.coerce.number().int().min(1).max(24).default(6).describe('months after the first that are shown'),
  }),
  initial: (): State => ({ people: new Map(), cohorts: new Map() }),

  reduce(state, { type, data, at }, { follow }) {
    const month = monthOf(at);
    if (type === 'MemberRegistered') {
      const cohort = state.cohorts.get(month) ?? { members: 0, active: Array.from({ length: follow + 1 }, () => 0) };
      cohort.members += 1;
      state.cohorts.set(month, cohort);
      state.people.set(data.memberId, { cohort, month, countedUntil: '' });
      return state;
    }
    const person = state.people.get(data.memberId);
    if (!person || person.countedUntil >= month) return state;
    person.countedUntil = month;
    const since = monthsBetween(person.month, month);
    if (since <= follow) person.cohort.active[since] = (person.cohort.active[since] ?? 0) + 1;
    return state;
  },

  beneath: ({ cohorts }) => ({ stampOf: ([month = '']) => stampOf(cohorts.get(month)) }),

  render({ cohorts }, parameters, asOf) {
    const { follow } = parameters;
    const [first] = [...cohorts.keys()].toSorted();
    const all = monthsFrom(first, asOf);
    const last = all.at(-1) ?? '';
    return {
      columns: columnsOf(
        ['month', 'month'],
        ['registered', 'count'],
        ...Array.from({ length: follow + 1 }, (_, since) => [`month ${since}`, 'percent'] as const),
      ),
      rows: all
        .filter((month) => isWithin(month, parameters))
        .map((month) => {
          const { members, active } = cohorts.get(month) ?? { members: 0, active: [] };
          const reached = monthsBetween(month, last);
          const shares = Array.from({ length: follow + 1 }, (_, since) =>
            since > reached ? null : share(active[since] ?? 0, members),
          );
          return [month, members, ...shares];
        }),
    };
  },
});
