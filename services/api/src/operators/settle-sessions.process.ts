import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperatorFact } from '@easel/contracts/operators/events';
import { operatorsStream } from '@easel/contracts/operators/stream';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { SettleOperatorSessions } from './settle-sessions.ts';

/** Brings open sessions to their operator's new role or end, also when the process that moved it died right after. */
export const settleOperatorSessions: ProcessDefinition<OperatorFact, object, SettleOperatorSessions> = {
  name: 'operators.settle-sessions',
  from: 'start',
  categories: [operatorsStream.category],

  on: { OperatorRoleChanged: settled, OperatorDisabled: settled },

  command: ({ key: operatorId }) => new SettleOperatorSessions(operatorId),
};

type Moved = Extract<OperatorFact, { type: 'OperatorRoleChanged' | 'OperatorDisabled' }>;

function settled({ data, recordedAt }: Recorded<Moved>): Step<object>[] {
  return [{ schedule: { key: data.operatorId, dueAt: recordedAt, payload: {} } }];
}
