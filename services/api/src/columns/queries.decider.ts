import type { Alarm, QueryFact } from '@easel/contracts/columns/events';
import { ALARMS_MAX, type AnswerChart, QUERIES_MAX } from '@easel/contracts/columns/policy';
import { queryProblems } from '@easel/contracts/columns/problems';
import { Refused } from '@easel/contracts/kernel/problem';
import { folded } from '@easel/contracts/kernel/words';
import type { Decider } from '@easel/kernel/deciding/decider';

interface Query {
  readonly name: string;
  /** Counts what was done to it. */
  readonly version: number;
  readonly isAlarm: boolean;
}

export interface Queries {
  readonly byId: Map<string, Query>;
  /** Ids of operators' actions that are done. */
  readonly settled: Set<string>;
}

interface Action {
  queryId: string;
  /** The same for every repeat. */
  actionId: string;
}

export type QueryCommand =
  | (Action & {
      type: 'SaveQuery';
      /** As the operator has seen it; 0 where it is new. */
      version: number;
      name: string;
      sql: string;
      chart: AnswerChart;
      at: Date;
    })
  | (Action & { type: 'SetAlarm'; alarm: Alarm | null; reason: string })
  | (Action & { type: 'DeleteQuery' });

/** Names are told apart as people do. */
const compared = (name: string): string => folded(name.trim());

/**
 * The statements that operators keep: each has a name of its own, and nobody overwrites what somebody else has written.
 */
export const queries: Decider<Queries, QueryCommand, QueryFact> = {
  initial: () => ({ byId: new Map(), settled: new Set() }),

  decide(command, { byId, settled }) {
    const { queryId, actionId } = command;
    if (settled.has(actionId)) return [];
    const query = byId.get(queryId);
    if (command.type === 'DeleteQuery') {
      if (!query) throw new Refused(queryProblems.notFound);
      return [{ type: 'QueryDeleted', data: { queryId, actionId } }];
    }
    if (command.type === 'SetAlarm') {
      if (!query) throw new Refused(queryProblems.notFound);
      const { alarm, reason } = command;
      const others = [...byId].filter(([id, { isAlarm }]) => id !== queryId && isAlarm);
      if (alarm && others.length >= ALARMS_MAX) throw new Refused(queryProblems.tooManyAlarms);
      return [{ type: 'AlarmSet', data: { queryId, actionId, alarm, reason } }];
    }
    const { version, name, sql, chart, at } = command;
    if (!query && version > 0) throw new Refused(queryProblems.notFound);
    if (query && version !== query.version) throw new Refused(queryProblems.changed, { version: query.version });
    if (!query && byId.size >= QUERIES_MAX) throw new Refused(queryProblems.tooMany);
    if ([...byId].some(([id, other]) => id !== queryId && compared(other.name) === compared(name))) {
      throw new Refused(queryProblems.nameTaken);
    }
    return [{ type: 'QuerySaved', data: { queryId, actionId, name, sql, chart, savedAt: at.toISOString() } }];
  },

  evolve(state, { type, data }) {
    const { queryId } = data;
    const query = state.byId.get(queryId);
    if (type === 'AlarmStateChanged') return state;
    if (type === 'QuerySaved') {
      const { isAlarm = false, version = 0 } = query ?? {};
      state.byId.set(queryId, { name: data.name, version: version + 1, isAlarm });
    } else if (type === 'QueryDeleted') state.byId.delete(queryId);
    else if (query) state.byId.set(queryId, { ...query, isAlarm: data.alarm !== null });
    state.settled.add(data.actionId);
    return state;
  },
};
