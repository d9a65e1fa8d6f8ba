import type { ProviderFact } from '@easel/contracts/providers/events';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { FAILURES_MOST, providerHealth, type ProviderHealthCommand } from './provider-health.decider.ts';

const provider = 'gateway';
const now = new Date('2026-11-20T10:00:00.000Z');
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
const failing = (until: Date, failures = FAILURES_MOST): ProviderFact => ({
  type: 'ProviderFailing',
  data: { provider, reason: 'busy', failures, until: until.toISOString() },
});
const recovered: ProviderFact = { type: 'ProviderRecovered', data: { provider } };
const fail = (failures: number, at = now): ProviderHealthCommand => ({
  type: 'NoteFailures',
  provider,
  reason: 'busy',
  failures,
  now: at,
});
const succeed: ProviderHealthCommand = { type: 'NoteSuccess', provider };

test('opens for 30 seconds after five consecutive failures', () => {
  given(providerHealth)
    .when(fail(FAILURES_MOST - 1))
    .thenNothing();
  given(providerHealth)
    .when(fail(FAILURES_MOST))
    .then(failing(after(30)));
});

test('ignores failures of calls in flight while it is open', () => {
  given(providerHealth, failing(after(30)))
    .when(fail(9, after(29)))
    .thenNothing();
});

test('reopens at a failure while half-open, for twice as long and at most ten minutes', () => {
  given(providerHealth, failing(after(30)))
    .when(fail(1, after(30)))
    .then(failing(after(90), 1));
  const often = Array.from({ length: 9 }, () => failing(now));
  given(providerHealth, ...often)
    .when(fail(1))
    .then(failing(after(600), 1));
});

test('closes once at a success, and resets the delay', () => {
  given(providerHealth, failing(after(30)))
    .when(succeed)
    .then(recovered);
  given(providerHealth, failing(after(30)), recovered)
    .when(succeed)
    .thenNothing();
  given(providerHealth, failing(after(30)), recovered)
    .when(fail(FAILURES_MOST, after(60)))
    .then(failing(after(90)));
});

test('tracks whether an operator paused the provider', () => {
  const action = { provider, actionId: '55555555-5555-4555-8555-555555555555', reason: 'maintenance' };
  const paused: ProviderFact = { type: 'ProviderPaused', data: action };
  expect(given(providerHealth, paused).state().isPaused).toBe(true);
  expect(given(providerHealth, paused, { type: 'ProviderResumed', data: action }).state().isPaused).toBe(false);
});
