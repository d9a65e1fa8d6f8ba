import type { OperatorFact } from '@easel/contracts/operators/events';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { describe, expect, test } from 'vitest';
import { operatorRecords } from './operator-records.ts';
import { postInvitations } from './post-invitations.process.ts';
import { settleOperatorSessions } from './settle-sessions.process.ts';

const operatorId = '11111111-1111-4111-8111-111111111111';
const invitationId = '22222222-2222-4222-8222-222222222222';
const actionId = '33333333-3333-4333-8333-333333333333';
const at = '2026-11-20T10:00:00.000Z';
const dueAt = new Date(at);
const recorded = (fact: OperatorFact) => recordedFact(fact, { id: actionId, stream: 'operators', recordedAt: dueAt });
const reason = 'a test';
const action = { operatorId, actionId, reason };
const invited = (id: string | null): OperatorFact => ({
  type: 'OperatorInvited',
  data: { operatorId, email: 'a@example.org', name: 'A', role: 'admin', reason, invitationId: id },
});
const renewed: OperatorFact = { type: 'InvitationRenewed', data: { operatorId, invitationId, reason } };
const accepted: OperatorFact = { type: 'InvitationAccepted', data: { operatorId, invitationId } };
const signedIn: OperatorFact = { type: 'OperatorSignedIn', data: { operatorId, at } };
const moved: OperatorFact = { type: 'OperatorRoleChanged', data: { ...action, role: 'support', before: 'admin' } };
const disabled: OperatorFact = { type: 'OperatorDisabled', data: action };
const enabled: OperatorFact = { type: 'OperatorEnabled', data: action };

describe('an invitation is mailed', () => {
  test.each([
    ['as it is made', invited(invitationId)],
    ['as it is renewed', renewed],
  ])('%s', (_when, fact) => {
    expect(stepsBy(postInvitations, recorded(fact))).toEqual([
      { schedule: { key: invitationId, dueAt, payload: { operatorId } } },
    ]);
    expect(postInvitations.command({ key: invitationId, dueAt, payload: { operatorId } })).toMatchObject({
      operatorId,
      invitationId,
    });
  });

  test('and to nobody else', () => {
    for (const fact of [invited(null), accepted, signedIn, moved, disabled, enabled]) {
      expect(stepsBy(postInvitations, recorded(fact))).toEqual([]);
    }
  });
});

describe('open sessions are settled', () => {
  test('when a role moves or its operator is disabled', () => {
    for (const fact of [moved, disabled]) {
      expect(stepsBy(settleOperatorSessions, recorded(fact))).toEqual([
        { schedule: { key: operatorId, dueAt, payload: {} } },
      ]);
    }
    expect(settleOperatorSessions.command({ key: operatorId, dueAt, payload: {} })).toMatchObject({ operatorId });
  });

  test('and for nothing else', () => {
    for (const fact of [invited(null), invited(invitationId), renewed, accepted, signedIn, enabled]) {
      expect(stepsBy(settleOperatorSessions, recorded(fact))).toEqual([]);
    }
  });
});

test('the console’s record of an operator has every fact but sign-ins in its history', () => {
  const facts = [invited(invitationId), accepted, signedIn, moved, disabled, enabled, renewed].map(recorded);
  const told = facts.reduce((records, fact) => operatorRecords.evolve(records, fact), operatorRecords.initial());
  expect(told.byId.get(operatorId)).toMatchObject({
    role: 'support',
    status: 'active',
    invited_at: at,
    last_signed_in_at: at,
    version: 6,
    history: [
      { version: 1, type: 'OperatorInvited', detail: { role: 'admin', reason } },
      { version: 2, type: 'InvitationAccepted', detail: {} },
      { version: 3, type: 'OperatorRoleChanged', detail: { role: 'support', before: 'admin', reason } },
      { version: 4, type: 'OperatorDisabled', detail: { reason } },
      { version: 5, type: 'OperatorEnabled', detail: { reason } },
      { version: 6, type: 'InvitationRenewed', actor: { kind: 'system', id: 's', role: null } },
    ],
  });
});
