import type { AccountFact } from '@easel/contracts/account/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { VISITS_KEPT_DAYS } from '@easel/contracts/telemetry/policy';
import type { MemberFact } from '@easel/contracts/members/events';
import { z } from 'zod';
import { columnsOf, Durations, forgottenMonth, Groups, isWithin, monthOf, months, share } from './figures.ts';
import { reportOf } from './report.ts';

const DAY_MS = 86_400_000;

const steps = ['verified', 'made', 'spent', 'paid'] as const;
type Step = (typeof steps)[number];

interface Figures extends Record<Step, number> {
  visits: number;
  registered: number;
  untilPaid: Durations;
}

const none = (): Figures => ({
  visits: 0,
  registered: 0,
  verified: 0,
  made: 0,
  spent: 0,
  paid: 0,
  untilPaid: new Durations(),
});

interface Person {
  figures: Figures;
  at: number;
  taken: Set<Step>;
}

interface State {
  people: Map<string, Person>;
  groups: Groups<Figures>;
}

/**
 * From landing to the first purchase, by the month of the registration and by the page on which people landed, or by
 * what they came.
 */
export const report = reportOf<TelemetryFact | MemberFact | AccountFact | GenerationFact>()({
  answers: 'How many of those who land on a page register, verify their address, make an image, buy one, and pay',
  filter: [
    'VisitBegun',
    'MemberRegistered',
    'EmailVerified',
    'GenerationCompleted',
    'ImagePurchased',
    'PlanPaid',
    'WalletToppedUp',
  ],
  parameters: z.strictObject({
    ...months,
    by: z.enum(['landing', 'source']).default('landing').describe('landing: the first page; source: by what they came'),
    within: z.coerce.number().int().min(1).max(3_650).default(90).describe('days after the registration that count'),
  }),
  initial: (): State => ({ people: new Map(), groups: new Groups(none) }),

  reduce(state, { type, data, at }, { within, by }) {
    if (type === 'VisitBegun') {
      if (by === 'landing') state.groups.of(monthOf(at), data.landing).visits += 1;
      return state;
    }
    if (type === 'MemberRegistered') {
      const source = data.trial ? 'a trial picture' : data.referralCode === null ? 'themselves' : 'an invitation';
      const figures = state.groups.of(monthOf(at), by === 'source' ? source : (data.landing?.landing ?? 'not known'));
      figures.registered += 1;
      state.people.set(data.memberId, { figures, at: Date.parse(at), taken: new Set() });
      return state;
    }
    const person = state.people.get(data.memberId);
    if (!person) return state;
    const ms = Date.parse(at) - person.at;
    if (ms > within * DAY_MS) return state;
    switch (type) {
      case 'EmailVerified':
        take(person, 'verified', ms);
        break;
      case 'GenerationCompleted':
        take(person, 'made', ms);
        break;
      case 'ImagePurchased':
        take(person, 'spent', ms);
        if (data.method === 'card') take(person, 'paid', ms);
        break;
      case 'PlanPaid':
      case 'WalletToppedUp':
        take(person, 'paid', ms);
        break;
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render({ groups }, parameters, asOf) {
    // Visits of these months may be gone from the log, and are left out whether they are or not.
    const forgotten = forgottenMonth(asOf, VISITS_KEPT_DAYS);
    return {
      columns: columnsOf(
        ['month', 'month'],
        [parameters.by === 'landing' ? 'landed on' : 'came by', 'text'],
        ['visits', 'count'],
        ['registered', 'count'],
        ['verified', 'count'],
        ['made an image', 'count'],
        ['bought an image', 'count'],
        ['paid', 'count'],
        ['paid', 'percent'],
        ['until paid p50', 'ms'],
      ),
      rows: groups
        .sorted()
        .filter(
          ([[month = ''], { registered }]) => isWithin(month, parameters) && (month > forgotten || registered > 0),
        )
        .map(([[month = '', by = ''], { visits, registered, verified, made, spent, paid, untilPaid }]) => [
          month,
          by,
          parameters.by === 'landing' && month > forgotten ? visits : null,
          registered,
          verified,
          made,
          spent,
          paid,
          share(paid, registered),
          untilPaid.percentile(50),
        ]),
    };
  },
});

/** The first time counts. */
function take({ figures, taken }: Person, step: Step, ms: number): void {
  if (taken.has(step)) return;
  taken.add(step);
  figures[step] += 1;
  if (step === 'paid') figures.untilPaid.add(ms);
}
