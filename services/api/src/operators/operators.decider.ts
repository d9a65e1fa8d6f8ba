import { Refused } from '@easel/contracts/kernel/problem';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { OperatorFact } from '@easel/contracts/operators/events';
import { operatorProblems } from '@easel/contracts/operators/http';
import type { OperatorStatus } from '@easel/contracts/operators/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface Operator {
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly status: OperatorStatus;
  /** Has a password: back from a disabling, it is active again. */
  readonly accepted: boolean;
  /** The one invitation that may still be accepted. */
  readonly invitationId: string | null;
  /** Counts what happened to it, sign-ins apart. */
  readonly version: number;
}

/** The console's accounts, all in one stream: who the last admin is can only be known there. */
export interface Operators {
  readonly byId: Map<string, Operator>;
  /** Ids of invitations and of admins' actions that are done. */
  readonly settled: Set<string>;
}

interface Appointment {
  operatorId: string;
  email: string;
  name: string;
  reason: string;
}

export interface ChangeOperatorCommand {
  type: 'ChangeOperator';
  operatorId: string;
  /** Of the operator as the admin has seen it. */
  version: number;
  /** The same for every repeat. */
  actionId: string;
  role?: OperatorRole | undefined;
  status?: 'active' | 'disabled' | undefined;
  reason: string;
}

export type OperatorCommand =
  /** Whom the environment names: an admin at once. */
  | ({ type: 'AppointFirst' } & Appointment)
  | ({ type: 'InviteOperator'; role: OperatorRole; invitationId: string } & Appointment)
  | { type: 'RenewInvitation'; operatorId: string; invitationId: string; reason: string }
  | { type: 'AcceptInvitation'; operatorId: string; invitationId: string }
  | { type: 'RecordSignIn'; operatorId: string; at: Date }
  | ChangeOperatorCommand;

export const operators: Decider<Operators, OperatorCommand, OperatorFact> = {
  initial: () => ({ byId: new Map(), settled: new Set() }),

  decide(command, state) {
    const operator = state.byId.get(command.operatorId);
    switch (command.type) {
      case 'AppointFirst': {
        const { type: _, ...appointed } = command;
        if (!operator) return [{ type: 'OperatorInvited', data: { ...appointed, role: 'admin', invitationId: null } }];
        if (operator.status !== 'invited') return [];
        return [{ type: 'InvitationAccepted', data: { operatorId: command.operatorId, invitationId: null } }];
      }
      case 'InviteOperator': {
        const { type: _, ...data } = command;
        if (state.settled.has(data.invitationId)) return [];
        if (operator) throw new Refused(operatorProblems.emailTaken);
        return [{ type: 'OperatorInvited', data }];
      }
      case 'RenewInvitation': {
        const { type: _, ...data } = command;
        if (state.settled.has(data.invitationId)) return [];
        if (!operator) throw new Refused(operatorProblems.notFound);
        if (operator.status === 'disabled') throw new Refused(operatorProblems.disabled);
        return [{ type: 'InvitationRenewed', data }];
      }
      case 'AcceptInvitation': {
        const { type: _, ...data } = command;
        if (operator?.invitationId !== data.invitationId) throw new Refused(operatorProblems.invitationDead);
        return [{ type: 'InvitationAccepted', data }];
      }
      case 'RecordSignIn': {
        const { operatorId, at } = command;
        if (operator?.status !== 'active') throw new Refused(operatorProblems.wrongCredentials);
        return [{ type: 'OperatorSignedIn', data: { operatorId, at: at.toISOString() } }];
      }
      case 'ChangeOperator':
        return change(command, operator, state);
    }
  },

  evolve(state, fact) {
    const { operatorId } = fact.data;
    if (fact.type === 'OperatorInvited') {
      const { email, name, role, invitationId } = fact.data;
      const accepted = invitationId === null;
      const status = accepted ? 'active' : 'invited';
      state.byId.set(operatorId, { email, name, role, status, accepted, invitationId, version: 1 });
      if (invitationId !== null) state.settled.add(invitationId);
      return state;
    }
    const operator = state.byId.get(operatorId);
    if (!operator || fact.type === 'OperatorSignedIn') return state;
    state.byId.set(operatorId, { ...operator, ...changeBy(fact, operator), version: operator.version + 1 });
    if (fact.type === 'InvitationRenewed') state.settled.add(fact.data.invitationId);
    if ('actionId' in fact.data) state.settled.add(fact.data.actionId);
    return state;
  },
};

function change(
  { operatorId, version, actionId, role, status, reason }: ChangeOperatorCommand,
  operator: Operator | undefined,
  { byId, settled }: Operators,
): readonly OperatorFact[] {
  if (settled.has(actionId)) return [];
  if (!operator) throw new Refused(operatorProblems.notFound);
  if (operator.version !== version) throw new Refused(operatorProblems.changed);
  const leaves = status === 'disabled' || (role !== undefined && role !== 'admin');
  if (leaves && isActiveAdmin(operator) && [...byId.values()].filter(isActiveAdmin).length === 1) {
    throw new Refused(operatorProblems.lastAdmin);
  }
  const action = { operatorId, actionId, reason };
  const facts: OperatorFact[] = [];
  if (role !== undefined && role !== operator.role) {
    facts.push({ type: 'OperatorRoleChanged', data: { ...action, role, before: operator.role } });
  }
  const isDisabled = operator.status === 'disabled';
  if (status === 'disabled' && !isDisabled) facts.push({ type: 'OperatorDisabled', data: action });
  if (status === 'active' && isDisabled) facts.push({ type: 'OperatorEnabled', data: action });
  return facts;
}

const isActiveAdmin = ({ role, status }: Operator): boolean => role === 'admin' && status === 'active';

function changeBy(
  fact: Exclude<OperatorFact, { type: 'OperatorInvited' | 'OperatorSignedIn' }>,
  operator: Operator,
): Partial<Operator> {
  switch (fact.type) {
    case 'InvitationRenewed':
      return { invitationId: fact.data.invitationId };
    case 'InvitationAccepted': {
      // A newer one, sent while this was being accepted, stays good.
      const isCurrent = fact.data.invitationId === null || fact.data.invitationId === operator.invitationId;
      return {
        accepted: true,
        invitationId: isCurrent ? null : operator.invitationId,
        status: operator.status === 'disabled' ? 'disabled' : 'active',
      };
    }
    case 'OperatorRoleChanged':
      return { role: fact.data.role };
    case 'OperatorDisabled':
      return { status: 'disabled', invitationId: null };
    case 'OperatorEnabled':
      return { status: operator.accepted ? 'active' : 'invited' };
  }
}
