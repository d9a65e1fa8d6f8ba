import type { OperatorFact } from '@easel/contracts/operators/events';
import { operatorProblems } from '@easel/contracts/operators/http';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { operators, type ChangeOperatorCommand } from './operators.decider.ts';

const rootId = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d01';
const adaId = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d02';
const invitationId = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d03';
const newer = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d04';
const actionId = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d05';
const at = new Date('2026-11-20T10:00:00Z');
const reason = 'she joined';

const root = { operatorId: rootId, email: 'root@example.org', name: 'Root', reason: 'first start' };
const ada = { operatorId: adaId, email: 'ada@example.org', name: 'Ada', role: 'admin', reason, invitationId } as const;

const appointed: OperatorFact = { type: 'OperatorInvited', data: { ...root, role: 'admin', invitationId: null } };
const invited: OperatorFact = { type: 'OperatorInvited', data: ada };
const renewed: OperatorFact = { type: 'InvitationRenewed', data: { operatorId: adaId, invitationId: newer, reason } };
const accepted: OperatorFact = { type: 'InvitationAccepted', data: { operatorId: adaId, invitationId } };
const signedIn: OperatorFact = { type: 'OperatorSignedIn', data: { operatorId: adaId, at: at.toISOString() } };
const action = { operatorId: adaId, actionId, reason };
const demoted: OperatorFact = { type: 'OperatorRoleChanged', data: { ...action, role: 'support', before: 'admin' } };
const disabled: OperatorFact = { type: 'OperatorDisabled', data: action };
const enabled: OperatorFact = { type: 'OperatorEnabled', data: action };

/** A second one is there, so that no rule about the last admin is in the way. */
const two = [appointed, invited, accepted] as const;
const change = (version: number, rest: Partial<ChangeOperatorCommand>): ChangeOperatorCommand => ({
  type: 'ChangeOperator',
  ...action,
  version,
  ...rest,
});
const afterwards = (...facts: OperatorFact[]) =>
  given(operators, ...facts)
    .state()
    .byId.get(adaId);

describe('the first operator', () => {
  test('is an admin at once, and appointed once', () => {
    given(operators)
      .when({ type: 'AppointFirst', ...root })
      .then(appointed);
    given(operators, appointed)
      .when({ type: 'AppointFirst', ...root })
      .thenNothing();
    expect(given(operators, appointed).state().byId.get(rootId)).toMatchObject({ role: 'admin', status: 'active' });
  });

  test('who was invited by mail before needs no link, and who was disabled stays so', () => {
    const { invitationId: _, role: __, ...named } = ada;
    given(operators, appointed, invited)
      .when({ type: 'AppointFirst', ...named })
      .then({ type: 'InvitationAccepted', data: { operatorId: adaId, invitationId: null } });
    given(operators, ...two, disabled)
      .when({ type: 'AppointFirst', ...named })
      .thenNothing();
  });
});

describe('an invitation', () => {
  test('invites once: its repeat changes nothing, another of the same address is refused', () => {
    given(operators, appointed)
      .when({ type: 'InviteOperator', ...ada })
      .then(invited);
    given(operators, appointed, invited)
      .when({ type: 'InviteOperator', ...ada })
      .thenNothing();
    given(operators, appointed, invited)
      .when({ type: 'InviteOperator', ...ada, invitationId: newer })
      .thenRefuses(operatorProblems.emailTaken);
    expect(afterwards(invited)).toMatchObject({ status: 'invited', version: 1, accepted: false });
  });

  test('is accepted once, and makes an operator active', () => {
    const accept = { type: 'AcceptInvitation', operatorId: adaId, invitationId } as const;
    given(operators, invited).when(accept).then(accepted);
    given(operators, invited, accepted).when(accept).thenRefuses(operatorProblems.invitationDead);
    given(operators).when(accept).thenRefuses(operatorProblems.invitationDead);
    expect(afterwards(invited, accepted)).toMatchObject({ status: 'active', invitationId: null, version: 2 });
  });

  test('is dead once there is a newer one', () => {
    const renew = { type: 'RenewInvitation', operatorId: adaId, invitationId: newer, reason } as const;
    given(operators, invited).when(renew).then(renewed);
    given(operators, invited, renewed).when(renew).thenNothing();
    given(operators, invited, renewed)
      .when({ type: 'AcceptInvitation', operatorId: adaId, invitationId })
      .thenRefuses(operatorProblems.invitationDead);
    given(operators).when(renew).thenRefuses(operatorProblems.notFound);
  });

  test('that is renewed for who is active leaves them active until and after it is accepted', () => {
    expect(afterwards(...two, renewed)).toMatchObject({ status: 'active', invitationId: newer });
    given(operators, ...two, renewed)
      .when({ type: 'AcceptInvitation', operatorId: adaId, invitationId: newer })
      .then({ type: 'InvitationAccepted', data: { operatorId: adaId, invitationId: newer } });
  });

  test('that was accepted while a newer one was made leaves the newer one good', () => {
    expect(afterwards(invited, renewed, accepted)).toMatchObject({ status: 'active', invitationId: newer });
  });

  test('dies with a disabling, and none is made while it lasts', () => {
    given(operators, appointed, invited, disabled)
      .when({ type: 'AcceptInvitation', operatorId: adaId, invitationId })
      .thenRefuses(operatorProblems.invitationDead);
    given(operators, appointed, invited, disabled)
      .when({ type: 'RenewInvitation', operatorId: adaId, invitationId: newer, reason })
      .thenRefuses(operatorProblems.disabled);
    expect(afterwards(appointed, invited, disabled, accepted)?.status).toBe('disabled');
  });
});

describe('a change', () => {
  test('of role and of status, each a fact, says what was before', () => {
    given(operators, ...two)
      .when(change(2, { role: 'support' }))
      .then(demoted);
    given(operators, ...two)
      .when(change(2, { status: 'disabled' }))
      .then(disabled);
    given(operators, ...two)
      .when(change(2, { role: 'support', status: 'disabled' }))
      .then(demoted, disabled);
    given(operators, ...two, disabled)
      .when(change(3, { status: 'active', actionId: newer }))
      .then({ type: 'OperatorEnabled', data: { ...action, actionId: newer } });
  });

  test('to what holds already is none, and so is a repeat', () => {
    given(operators, ...two)
      .when(change(2, { role: 'admin', status: 'active' }))
      .thenNothing();
    given(operators, ...two, demoted)
      .when(change(2, { role: 'support' }))
      .thenNothing();
  });

  test('of an operator that was changed meanwhile is refused, and sign-ins are no change', () => {
    given(operators, ...two, demoted)
      .when(change(2, { role: 'auditor', actionId: newer }))
      .thenRefuses(operatorProblems.changed);
    given(operators, ...two, signedIn)
      .when(change(2, { role: 'support' }))
      .then(demoted);
  });

  test('of nobody is refused', () => {
    given(operators)
      .when(change(1, { role: 'support' }))
      .thenRefuses(operatorProblems.notFound);
  });

  test('enables who has a password as active, and who has none as invited', () => {
    expect(afterwards(...two, disabled, enabled)?.status).toBe('active');
    expect(afterwards(invited, disabled, enabled)?.status).toBe('invited');
  });
});

describe('the last active admin', () => {
  const rootAs = (rest: Partial<ChangeOperatorCommand>) => change(1, { operatorId: rootId, ...rest });
  const leaving = [{ role: 'auditor' }, { status: 'disabled' }, { role: 'admin', status: 'disabled' }] as const;

  test.each(leaving)('can not be left without: %o', (rest) => {
    given(operators, appointed).when(rootAs(rest)).thenRefuses(operatorProblems.lastAdmin);
    // Who has not accepted, is disabled or is no admin any more counts for nothing.
    given(operators, appointed, invited).when(rootAs(rest)).thenRefuses(operatorProblems.lastAdmin);
    given(operators, ...two, disabled)
      .when(rootAs({ ...rest, actionId: newer }))
      .thenRefuses(operatorProblems.lastAdmin);
    given(operators, ...two, demoted)
      .when(rootAs({ ...rest, actionId: newer }))
      .thenRefuses(operatorProblems.lastAdmin);
    expect(
      given(operators, ...two)
        .when(rootAs(rest))
        .facts(),
    ).not.toEqual([]);
  });

  test('may be told to stay what it is, and an admin who is not active may go', () => {
    given(operators, appointed)
      .when(rootAs({ role: 'admin', status: 'active' }))
      .thenNothing();
    given(operators, appointed, invited)
      .when(change(1, { role: 'support' }))
      .then(demoted);
  });
});

test('a sign-in is recorded for those who are active, and counts as no change', () => {
  const signIn = { type: 'RecordSignIn', operatorId: adaId, at } as const;
  given(operators, ...two)
    .when(signIn)
    .then(signedIn);
  for (const history of [[], [invited], [...two, disabled]] as OperatorFact[][]) {
    given(operators, ...history)
      .when(signIn)
      .thenRefuses(operatorProblems.wrongCredentials);
  }
  expect(afterwards(...two, signedIn)?.version).toBe(2);
});
