import { Refused } from '@easel/contracts/kernel/problem';
import { firstAt, nextFirstAt, type ReportName, SCHEDULES_MAX } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import type { ScheduleFact } from '@easel/contracts/reports/schedules.events';
import type { Decider } from '@easel/kernel/deciding/decider';

type Parameters = Readonly<Record<string, string>>;

/** What of one report is made every month. */
export interface Schedules {
  active: Map<string, { parameters: Parameters; lastFirst: number }>;
  /** Those that were stopped: their ids are not for others. */
  stopped: Set<string>;
}

export type ScheduleCommand =
  | { type: 'ScheduleReport'; scheduleId: string; report: ReportName; parameters: Parameters; at: Date }
  | { type: 'UnscheduleReport'; scheduleId: string; report: ReportName }
  /** Comes on every first, and however late: of months that were slept through the last one counts. */
  | { type: 'MeetFirst'; scheduleId: string; report: string; at: Date };

export const schedules: Decider<Schedules, ScheduleCommand, ScheduleFact> = {
  initial: () => ({ active: new Map(), stopped: new Set() }),

  decide(command, { active, stopped }) {
    const { scheduleId, report } = command;
    const known = active.get(scheduleId);
    switch (command.type) {
      case 'ScheduleReport': {
        // Its id is made by whoever asks: one that is there was asked for before.
        if (known || stopped.has(scheduleId)) return [];
        const { parameters, at } = command;
        if ([...active.values()].some((one) => isSame(one.parameters, parameters))) {
          throw new Refused(reportProblems.scheduledAlready);
        }
        if (active.size >= SCHEDULES_MAX) throw new Refused(reportProblems.tooManySchedules);
        return [{ type: 'ReportScheduled', data: { scheduleId, report, parameters, scheduledAt: at.toISOString() } }];
      }
      case 'UnscheduleReport':
        if (stopped.has(scheduleId)) return [];
        if (!known) throw new Refused(reportProblems.notScheduled);
        return [{ type: 'ReportUnscheduled', data: { scheduleId, report } }];
      case 'MeetFirst': {
        const first = firstAt(command.at);
        if (!known || first.getTime() <= known.lastFirst) return [];
        const { parameters } = known;
        return [{ type: 'ReportFellDue', data: { scheduleId, report, parameters, asOf: first.toISOString() } }];
      }
    }
  },

  evolve(state, { type, data }) {
    const { active, stopped } = state;
    switch (type) {
      case 'ReportScheduled':
        active.set(data.scheduleId, {
          parameters: data.parameters,
          lastFirst: firstAt(new Date(data.scheduledAt)).getTime(),
        });
        break;
      case 'ReportUnscheduled':
        active.delete(data.scheduleId);
        stopped.add(data.scheduleId);
        break;
      case 'ReportFellDue': {
        const one = active.get(data.scheduleId);
        if (one) one.lastFirst = Date.parse(data.asOf);
        break;
      }
    }
    return state;
  },

  // A timer that comes a little before its first, by another clock, comes again.
  again: (command, { active }) =>
    command.type === 'MeetFirst' && active.has(command.scheduleId) ? nextFirstAt(command.at) : undefined,
};

const isSame = (one: Parameters, other: Parameters): boolean => keyOf(one) === keyOf(other);
const keyOf = (parameters: Parameters): string =>
  JSON.stringify(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
