import type { ReportFact } from '@easel/contracts/reports/events';
import { REPORT_ATTEMPTS, reportRetryMs } from '@easel/contracts/reports/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

export type Outcome = Extract<ReportFact, { type: 'ReportMade' | 'ReportFailed' }>;

export type OutcomeCommand =
  | { type: 'TellOutcome'; outcome: Outcome }
  /** Its process has died, in the attempt of this number, from 1. */
  | { type: 'InterruptRun'; runId: string; attempt: number; problem: string; message: string; at: Date };

interface RunOutcome {
  state: 'none' | 'waiting' | 'ended';
  attempts: number;
}

/**
 * What came of a run, which is told once: of one that was cancelled meanwhile nothing is. One whose process dies is
 * made again, and has failed after the last attempt.
 */
export const reportOutcomes: Decider<RunOutcome, OutcomeCommand, ReportFact> = {
  initial: () => ({ state: 'none', attempts: 0 }),

  decide(command, { state, attempts }) {
    if (state !== 'waiting') return [];
    if (command.type === 'TellOutcome') return [command.outcome];
    const { runId, attempt, problem, message, at } = command;
    if (attempt <= attempts) return [];
    if (attempt >= REPORT_ATTEMPTS) {
      return [{ type: 'ReportFailed', data: { runId, problem, message, detail: `It was tried ${attempt} times.` } }];
    }
    const retryAt = new Date(at.getTime() + reportRetryMs(attempt)).toISOString();
    return [{ type: 'ReportInterrupted', data: { runId, attempt, problem, message, retryAt } }];
  },

  evolve(before, { type, data }) {
    if (type === 'ReportRequested') return { state: 'waiting', attempts: 0 };
    return type === 'ReportInterrupted' ? { ...before, attempts: data.attempt } : { ...before, state: 'ended' };
  },
};
