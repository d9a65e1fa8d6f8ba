import type { OperatorFact } from '@easel/contracts/operators/events';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { Decider } from '@easel/kernel/decider';

export interface Operator {
  email: string;
  name: string;
  role: OperatorRole;
}

/** The console's accounts, all in one stream: who the last admin is can only be known there. */
export interface Operators {
  byId: Record<string, Operator>;
}

export type OperatorCommand =
  | {
      type: 'InviteOperator';
      operatorId: string;
      email: string;
      name: string;
      role: OperatorRole;
      reason: string;
    }
  | { type: 'RecordSignIn'; operatorId: string; at: Date };

export const operators: Decider<Operators, OperatorCommand, OperatorFact> = {
  initial: () => ({ byId: {} }),

  decide(command, state) {
    const known = command.operatorId in state.byId;
    switch (command.type) {
      case 'InviteOperator': {
        const { type: _type, ...data } = command;
        return known ? [] : [{ type: 'OperatorInvited', data }];
      }
      case 'RecordSignIn': {
        const { operatorId, at } = command;
        return known ? [{ type: 'OperatorSignedIn', data: { operatorId, at: at.toISOString() } }] : [];
      }
    }
  },

  evolve(state, fact) {
    switch (fact.type) {
      case 'OperatorInvited': {
        const { operatorId, email, name, role } = fact.data;
        state.byId[operatorId] = { email, name, role };
        return state;
      }
      case 'OperatorSignedIn':
        return state;
    }
  },
};
