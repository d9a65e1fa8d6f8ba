import type { ProviderFact } from '@easel/contracts/providers/events';
import { providerProblems } from '@easel/contracts/providers/problems';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { availabilityOf, lastFailureOf, provider, type ProviderCommand } from './provider.decider.ts';

const actionId = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d01';
const another = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d02';
const action = (id = actionId) => ({ provider: 'flux', actionId: id, reason: 'it is slow today' });
const pause = (version: number, id = actionId): ProviderCommand => ({ type: 'PauseProvider', version, ...action(id) });
const resume = (version: number, id = actionId): ProviderCommand => ({
  type: 'ResumeProvider',
  version,
  ...action(id),
});
const paused = (id = actionId): ProviderFact => ({ type: 'ProviderPaused', data: action(id) });
const resumed = (id = actionId): ProviderFact => ({ type: 'ProviderResumed', data: action(id) });
const until = '2026-11-20T10:00:30.000Z';
const failing: ProviderFact = {
  type: 'ProviderFailing',
  data: { provider: 'flux', reason: 'unreachable', failures: 5, until },
};
const recovered: ProviderFact = { type: 'ProviderRecovered', data: { provider: 'flux' } };

describe('a provider', () => {
  test('is paused and resumed only at its current version', () => {
    given(provider).when(pause(0)).then(paused());
    given(provider, paused()).when(resume(1, another)).then(resumed(another));
    given(provider, paused()).when(resume(0, another)).thenRefuses(providerProblems.changed);
    given(provider, paused(), resumed(another))
      .when(pause(0, '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d03'))
      .thenRefuses(providerProblems.changed);
  });

  test('ignores a second pause or resumption, and repeats of the same action', () => {
    given(provider, paused()).when(pause(1, another)).thenNothing();
    given(provider).when(resume(0)).thenNothing();
    given(provider, paused(), resumed(another)).when(pause(0)).thenNothing();
  });

  test('keeps its version when workers report how its calls end', () => {
    given(provider, failing, recovered).when(pause(0)).then(paused());
    expect(given(provider, failing, paused()).state()).toMatchObject({ version: 1 });
  });
});

describe('its availability', () => {
  const at = new Date('2026-11-20T10:00:00.000Z');
  const of = (...facts: ProviderFact[]) => availabilityOf(given(provider, ...facts).state(), at);

  test('is ready until an operator pauses it or a worker reports failures', () => {
    expect(of()).toEqual({ state: 'ready' });
    expect(of(paused(), resumed(another))).toEqual({ state: 'ready' });
    expect(of(failing, recovered)).toEqual({ state: 'ready' });
  });

  test('is failing until the time of the next attempt', () => {
    expect(of(failing)).toEqual({ state: 'failing', reason: 'unreachable', until });
    expect(availabilityOf(given(provider, failing).state(), new Date(until))).toEqual({ state: 'ready' });
  });

  test('has the last failure from the end of the pause until a call succeeds', () => {
    const lastFailure = (instant: string, ...facts: ProviderFact[]) =>
      lastFailureOf(given(provider, ...facts).state(), new Date(instant));
    expect(lastFailure(until, failing)).toBe('unreachable');
    expect(lastFailure(at.toISOString(), failing)).toBeUndefined();
    expect(lastFailure(until, failing, recovered)).toBeUndefined();
    expect(lastFailure(until, failing, paused())).toBeUndefined();
    expect(lastFailure(until)).toBeUndefined();
  });

  test('is paused regardless of what workers report', () => {
    expect(of(paused(), failing)).toEqual({ state: 'paused', reason: 'it is slow today' });
    expect(of(failing, paused(), recovered)).toEqual({ state: 'paused', reason: 'it is slow today' });
  });
});
