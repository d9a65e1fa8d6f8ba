import type { Alarm, QueryFact } from '@easel/contracts/columns/events';
import type { AlarmState } from '@easel/contracts/columns/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface WatchedQuery {
  readonly sql: string;
  /** Null where it is none. */
  readonly alarm: Alarm | null;
  readonly state: AlarmState;
}

export type Alarms = Map<string, WatchedQuery>;

export interface TellAlarm {
  type: 'TellAlarm';
  queryId: string;
  /** As it was looked at: of a query that was changed meanwhile nothing is told. */
  seen: WatchedQuery;
  state: AlarmState;
  value: number | string | null;
  /** As of which. */
  position: string;
  at: Date;
}

/** What the read side makes of the queries that are alarms: only what changes is told. */
export const alarms: Decider<Alarms, TellAlarm, QueryFact> = {
  initial: () => new Map(),

  decide({ queryId, seen, state, value, position, at }, queries) {
    const query = queries.get(queryId);
    if (!query?.alarm || query.state === state) return [];
    const { side, threshold } = query.alarm;
    if (query.sql !== seen.sql || side !== seen.alarm?.side || threshold !== seen.alarm.threshold) return [];
    return [{ type: 'AlarmStateChanged', data: { queryId, state, value, position, changedAt: at.toISOString() } }];
  },

  evolve(queries, { type, data }) {
    const { queryId } = data;
    const query = queries.get(queryId);
    if (type === 'QuerySaved') queries.set(queryId, { alarm: null, state: 'quiet', ...query, sql: data.sql });
    else if (type === 'QueryDeleted') queries.delete(queryId);
    else if (query && type === 'AlarmSet') queries.set(queryId, { ...query, alarm: data.alarm, state: 'quiet' });
    else if (query && type === 'AlarmStateChanged') queries.set(queryId, { ...query, state: data.state });
    return queries;
  },
};
