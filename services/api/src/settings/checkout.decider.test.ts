import type { CheckoutFact } from '@easel/contracts/settings/events';
import { checkoutProblems } from '@easel/contracts/settings/problems';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { checkoutHistory } from './checkout-history.ts';
import { checkout, type ToggleTestModeCommand } from './checkout.decider.ts';

const actionId = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d01';
const another = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d02';
const reason = 'a rehearsal';
const toggle = (version: number, testMode: boolean, id = actionId): ToggleTestModeCommand => ({
  type: 'ToggleTestMode',
  version,
  testMode,
  reason,
  actionId: id,
});
const on: CheckoutFact = { type: 'TestModeToggled', data: { actionId, testMode: true, reason } };
const off: CheckoutFact = { type: 'TestModeToggled', data: { actionId: another, testMode: false, reason } };

test('orders are real until somebody says otherwise', () => {
  expect(given(checkout).state()).toMatchObject({ testMode: false, version: 0 });
});

test('the mode is turned on and off, each with its reason', () => {
  given(checkout).when(toggle(0, true)).then(on);
  given(checkout, on)
    .when(toggle(1, false, another))
    .then(off);
  expect(given(checkout, on, off).state()).toMatchObject({ testMode: false, version: 2 });
});

test('to what holds already it is not turned, and a repeat is known', () => {
  given(checkout).when(toggle(0, false)).thenNothing();
  given(checkout, on)
    .when(toggle(1, true, another))
    .thenNothing();
  given(checkout, on, off).when(toggle(0, true)).thenNothing();
});

test('who has not seen the last change is refused, and told how it stands', () => {
  const late = given(checkout, on).when(toggle(0, true, another));
  late.thenRefuses(checkoutProblems.changed);
  expect(() => late.facts()).toThrow(
    expect.objectContaining({ extra: { present: { testMode: true, version: 1 } } }) as Error,
  );
});

test('its history tells who did what, when and why', () => {
  const recorded = {
    ...on,
    id: actionId,
    stream: 'settings-checkout',
    revision: 0,
    position: 1n,
    recordedAt: new Date('2026-11-20T10:00:00Z'),
    metadata: { $correlationId: 'c', actor: { kind: 'operator', id: another, role: 'admin' }, schemaVersion: 1 },
  } as const;
  expect(checkoutHistory.evolve(checkoutHistory.initial(), recorded)).toEqual({
    testMode: true,
    version: 1,
    history: [
      {
        version: 1,
        type: 'TestModeToggled',
        at: '2026-11-20T10:00:00.000Z',
        actor: { kind: 'operator', id: another, role: 'admin' },
        detail: { testMode: true, reason },
      },
    ],
  });
});
