import type { AccountFact } from '@easel/contracts/account/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { FailureReason } from '@easel/contracts/generation/policy';
import {
  allowanceMoved,
  type AllowanceMonth,
  incomeMicros,
  noAllowance,
} from '@easel/contracts/providers/income.policy';
import { z } from 'zod';
import { columnsOf, Durations, Groups, isWithin, monthOf, months } from './figures.ts';
import { reportOf } from './report.ts';

/** Failures by whose part it was; the others are ours. */
const labels = {
  moderated: 'moderated',
  rejected: 'rejected',
  provider_refused: 'refused',
  provider_unavailable: 'unavailable',
  unknown_outcome: 'unknown outcome',
  over_budget: 'over budget',
} as const satisfies Partial<Record<FailureReason, string>>;
type LabeledReason = keyof typeof labels;
const reasons = Object.keys(labels) as LabeledReason[];
const hasLabel = (reason: FailureReason): reason is LabeledReason => reason in labels;

interface Figures extends Record<LabeledReason, number> {
  generations: number;
  completed: number;
  pictures: number;
  otherFailures: number;
  cancelled: number;
  refusedCalls: number;
  knownMicros: number;
  perhapsMicros: number;
  incomeMicros: number;
  rendering: Durations;
}

const none = (): Figures => ({
  generations: 0,
  completed: 0,
  pictures: 0,
  moderated: 0,
  rejected: 0,
  provider_refused: 0,
  provider_unavailable: 0,
  unknown_outcome: 0,
  over_budget: 0,
  otherFailures: 0,
  cancelled: 0,
  refusedCalls: 0,
  knownMicros: 0,
  perhapsMicros: 0,
  incomeMicros: 0,
  rendering: new Durations(),
});

interface State {
  /** Generations that are not over, or not paid for. */
  open: Map<string, { figures: Figures; pictures: number }>;
  /** What was held of an allowance, by generation. */
  held: Map<string, { allowance: string; tenths: number }>;
  /** By member and month. */
  allowances: Map<string, Allowance>;
  groups: Groups<Figures>;
}

type Ended = Extract<GenerationFact, { type: 'GenerationCompleted' | 'GenerationFailed' | 'GenerationCancelled' }>;

/**
 * Of all generations, trial pictures too, by the month in which they were asked for. What was spent on them counts by
 * how much of its allowance kept money has paid for so far.
 */
export const report = reportOf<GenerationFact | AccountFact>()({
  answers: 'What each provider made and refused, what that cost, and what it brought in, month by month',
  filter: [
    'GenerationRequested',
    'GenerationCompleted',
    'GenerationFailed',
    'GenerationCancelled',
    'ProviderCallRefused',
    'CreditsHeld',
    'CreditsCaptured',
    'CreditsReleased',
    'CreditsGranted',
    'CreditsExpired',
    'CreditsRevoked',
  ],
  parameters: z.strictObject(months),
  initial: (): State => ({ open: new Map(), held: new Map(), allowances: new Map(), groups: new Groups(none) }),

  reduce(state, fact) {
    switch (fact.type) {
      case 'GenerationRequested': {
        const { generationId, provider, settings } = fact.data;
        const figures = state.groups.of(monthOf(fact.at), provider);
        figures.generations += 1;
        state.open.set(generationId, { figures, pictures: settings.count });
        break;
      }
      case 'ProviderCallRefused': {
        const figures = state.open.get(fact.data.generationId)?.figures;
        if (figures) figures.refusedCalls += 1;
        break;
      }
      case 'GenerationCompleted':
      case 'GenerationFailed':
      case 'GenerationCancelled':
        end(state, fact);
        break;
      case 'CreditsHeld': {
        const { generationId, memberId, month, allowanceTenths: tenths } = fact.data;
        if (tenths > 0) state.held.set(generationId, { allowance: `${memberId} ${month}`, tenths });
        break;
      }
      case 'CreditsCaptured':
        capture(state, fact.data.generationId);
        break;
      case 'CreditsReleased':
        state.held.delete(fact.data.generationId);
        break;
      case 'CreditsGranted':
      case 'CreditsExpired':
      case 'CreditsRevoked': {
        const change = allowanceMoved(fact);
        if (change) allowanceOf(state, `${fact.data.memberId} ${change.month}`).move(change.moved);
        break;
      }
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render: ({ groups }, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['provider', 'text'],
      ['generations', 'count'],
      ['completed', 'count'],
      ['pictures', 'count'],
      ...reasons.map((reason) => [labels[reason], 'count'] as const),
      ['other failures', 'count'],
      ['cancelled', 'count'],
      ['refused calls', 'count'],
      ['cost', 'cents'],
      ['perhaps', 'cents'],
      ['income', 'cents'],
      ['margin', 'cents'],
      ['rendering p50', 'ms'],
      ['rendering p95', 'ms'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = '', provider = ''], of]) => [
        month,
        provider,
        of.generations,
        of.completed,
        of.pictures,
        ...reasons.map((reason) => of[reason]),
        of.otherFailures,
        of.cancelled,
        of.refusedCalls,
        toCents(of.knownMicros),
        toCents(of.perhapsMicros),
        toCents(of.incomeMicros),
        toCents(of.incomeMicros) - toCents(of.knownMicros),
        of.rendering.percentile(50),
        of.rendering.percentile(95),
      ]),
  }),
});

const toCents = (micros: number): number => Math.round(micros / 10_000);

function end(state: State, { type, data }: Ended): void {
  const open = state.open.get(data.generationId);
  if (!open) return;
  const { figures, pictures } = open;
  if (data.cost) figures[data.cost.certainty === 'known' ? 'knownMicros' : 'perhapsMicros'] += data.cost.micros;
  // Only of a completed one something is captured later.
  if (type !== 'GenerationCompleted' || !state.held.has(data.generationId)) state.open.delete(data.generationId);
  switch (type) {
    case 'GenerationCompleted':
      figures.completed += 1;
      figures.pictures += pictures;
      figures.rendering.add(data.processingMs);
      break;
    case 'GenerationFailed':
      figures[hasLabel(data.reason) ? data.reason : 'otherFailures'] += 1;
      break;
    case 'GenerationCancelled':
      figures.cancelled += 1;
      break;
  }
}

function capture(state: State, generationId: string): void {
  const [held, open] = [state.held.get(generationId), state.open.get(generationId)];
  state.held.delete(generationId);
  state.open.delete(generationId);
  if (held && open) allowanceOf(state, held.allowance).spend(open.figures, held.tenths);
}

function allowanceOf({ allowances }: State, key: string): Allowance {
  const known = allowances.get(key);
  if (known) return known;
  const allowance = new Allowance();
  allowances.set(key, allowance);
  return allowance;
}

/** A month's allowance of a member, and what was spent of it: its income follows what becomes of the payment. */
class Allowance {
  private readonly month = noAllowance();
  private readonly spent = new Map<Figures, { tenths: number; micros: number }>();

  spend(figures: Figures, tenths: number): void {
    const { tenths: before, micros } = this.spent.get(figures) ?? { tenths: 0, micros: 0 };
    this.settle(figures, { tenths: before + tenths, micros });
  }

  move(by: AllowanceMonth): void {
    this.month.levelTenths += by.levelTenths;
    this.month.owedTenths += by.owedTenths;
    this.month.payments += by.payments;
    this.month.reversals += by.reversals;
    for (const [figures, spent] of this.spent) this.settle(figures, spent);
  }

  private settle(figures: Figures, { tenths, micros: before }: { tenths: number; micros: number }): void {
    const micros = incomeMicros(tenths, this.month);
    figures.incomeMicros += micros - before;
    this.spent.set(figures, { tenths, micros });
  }
}
