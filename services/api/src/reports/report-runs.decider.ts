import { Refused } from '@easel/contracts/kernel/problem';
import type { ReportFact } from '@easel/contracts/reports/events';
import { reportProblems } from '@easel/contracts/reports/problems';
import type { Decider } from '@easel/kernel/deciding/decider';

export type RunState = 'none' | 'waiting' | 'made' | 'failed' | 'cancelled';

export type RunCommand =
  | {
      type: 'RequestReport';
      runId: string;
      report: string;
      parameters: Readonly<Record<string, string>>;
      asOf: string | null;
      againOf: string | null;
      /** What has it made every month; absent where somebody asks. */
      scheduleId?: string;
    }
  | { type: 'CancelReport'; runId: string };

/** What operators do with a run of a report. What comes of it is told by whoever makes it. */
export const reportRuns: Decider<RunState, RunCommand, ReportFact> = {
  initial: () => 'none',

  decide(command, state) {
    const { runId } = command;
    if (command.type === 'RequestReport') {
      // Its id is made by whoever asks: one that is there was asked for before.
      if (state !== 'none') return [];
      const { type: _, ...data } = command;
      return [{ type: 'ReportRequested', data }];
    }
    if (state === 'none') throw new Refused(reportProblems.notFound);
    if (state === 'cancelled') return [];
    if (state !== 'waiting') throw new Refused(reportProblems.ended);
    return [{ type: 'ReportCancelled', data: { runId } }];
  },

  evolve: (_, { type }) => stateAfter[type],
};

const stateAfter = {
  ReportRequested: 'waiting',
  ReportInterrupted: 'waiting',
  ReportMade: 'made',
  ReportFailed: 'failed',
  ReportCancelled: 'cancelled',
} as const;
