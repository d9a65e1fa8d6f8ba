import type { OperatorFact } from '@easel/contracts/operators/events';
import { operatorsStream } from '@easel/contracts/operators/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { SettleOperatorSessions } from './operators.commands.ts';

/** Brings open sessions to their operator's new role or end, also when the process that moved it died right after. */
export const settleOperatorSessions: ProcessDefinition<OperatorFact, object, SettleOperatorSessions> = {
  name: 'operators.settle-sessions',
  from: 'start',
  categories: [operatorsStream.category],

  on(fact) {
    if (fact.type !== 'OperatorRoleChanged' && fact.type !== 'OperatorDisabled') return [];
    return [{ schedule: { key: fact.data.operatorId, dueAt: fact.recordedAt, payload: {} } }];
  },

  command: ({ key: operatorId }) => new SettleOperatorSessions(operatorId),
};
