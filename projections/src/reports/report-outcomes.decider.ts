import type { ReportFact } from '@easel/contracts/reports/events';
import type { Decider } from '@easel/kernel/deciding/decider';

export type Outcome = Extract<ReportFact, { type: 'ReportMade' | 'ReportFailed' }>;

export interface TellOutcome {
  type: 'TellOutcome';
  outcome: Outcome;
}

/** What came of a run, which is told once: of one that was cancelled meanwhile nothing is. */
export const reportOutcomes: Decider<'none' | 'waiting' | 'ended', TellOutcome, ReportFact> = {
  initial: () => 'none',
  decide: ({ outcome }, state) => (state === 'waiting' ? [outcome] : []),
  evolve: (_, { type }) => (type === 'ReportRequested' ? 'waiting' : 'ended'),
};
