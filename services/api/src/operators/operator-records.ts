import type { HistoryEntry } from '@easel/contracts/kernel/console';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperatorFact } from '@easel/contracts/operators/events';
import type { OperatorRecord } from '@easel/contracts/operators/http';
import type { Decider } from '@easel/kernel/deciding/decider';
import { operators, type Operators } from './operators.decider.ts';

/** What an admin sees of one operator. */
export interface OperatorWithHistory extends OperatorRecord {
  readonly email: string;
  /** The oldest first. */
  readonly history: readonly HistoryEntry[];
}

interface Records {
  state: Operators;
  byId: Map<string, OperatorWithHistory>;
}

/** The operators as the console tells of them: the same fold, with times and who did what. It decides nothing. */
export const operatorRecords: Decider<Records, never, Recorded<OperatorFact>> = {
  initial: () => ({ state: operators.initial(), byId: new Map() }),
  decide: () => [],

  evolve(records, fact) {
    const state = operators.evolve(records.state, fact);
    const { operatorId } = fact.data;
    const operator = state.byId.get(operatorId);
    if (!operator) return records;
    const { email, name, role, status, version } = operator;
    const at = fact.recordedAt.toISOString();
    const known = records.byId.get(operatorId);
    const isSignIn = fact.type === 'OperatorSignedIn';
    const history = known?.history ?? [];
    records.byId.set(operatorId, {
      id: operatorId,
      name,
      email,
      role,
      status,
      invited_at: known?.invited_at ?? at,
      last_signed_in_at: isSignIn ? fact.data.at : (known?.last_signed_in_at ?? null),
      version,
      history: isSignIn ? history : [...history, entryOf(fact, version, at)],
    });
    return records;
  },
};

function entryOf(fact: Recorded<OperatorFact>, version: number, at: string): HistoryEntry {
  const { kind, id, role = null } = fact.metadata.actor;
  return { version, type: fact.type, at, actor: { kind, id, role }, detail: detailOf(fact) };
}

function detailOf(fact: OperatorFact): Record<string, unknown> {
  switch (fact.type) {
    case 'OperatorInvited':
    case 'OperatorRoleChanged': {
      const { role, reason } = fact.data;
      return 'before' in fact.data ? { role, before: fact.data.before, reason } : { role, reason };
    }
    case 'InvitationRenewed':
    case 'OperatorDisabled':
    case 'OperatorEnabled':
      return { reason: fact.data.reason };
    case 'InvitationAccepted':
    case 'OperatorSignedIn':
      return {};
  }
}
