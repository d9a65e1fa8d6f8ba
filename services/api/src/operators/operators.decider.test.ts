import type { OperatorFact } from '@easel/contracts/operators/events';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { operators } from './operators.decider.ts';

const operatorId = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d01';
const data = { operatorId, email: 'root@example.org', name: 'Root', role: 'admin' as const, reason: 'first' };
const invited: OperatorFact = { type: 'OperatorInvited', data };
const at = new Date('2026-11-20T10:00:00Z');

test('an operator is invited once', () => {
  given(operators)
    .when({ type: 'InviteOperator', ...data })
    .then(invited);
  given(operators, invited)
    .when({ type: 'InviteOperator', ...data })
    .thenNothing();
});

test('a sign-in is recorded for those who are operators', () => {
  const signedIn: OperatorFact = { type: 'OperatorSignedIn', data: { operatorId, at: at.toISOString() } };
  given(operators, invited).when({ type: 'RecordSignIn', operatorId, at }).then(signedIn);
  given(operators).when({ type: 'RecordSignIn', operatorId, at }).thenNothing();
  expect(given(operators, invited, signedIn).state().byId[operatorId]?.role).toBe('admin');
});
