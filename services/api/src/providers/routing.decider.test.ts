import type { RoutingFact } from '@easel/contracts/providers/events';
import { providerProblems } from '@easel/contracts/providers/problems';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { routing, type ReviseRouting } from './routing.decider.ts';

const actionId = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d01';
const another = '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d02';
const revise = (version: number, routes: ReviseRouting['routes'], id = actionId): ReviseRouting => ({
  type: 'ReviseRouting',
  version,
  routes,
  reason: 'a new card',
  actionId: id,
  configured: ['procedural', 'cellar'],
});
const revised = (version: number, routes: ReviseRouting['routes'], id = actionId): RoutingFact => ({
  type: 'RoutingRevised',
  data: { actionId: id, version, routes, reason: 'a new card' },
});

test('routes each model to a provider or to the automatic choice', () => {
  const routes = { realism: 'cellar', fluid: 'automatic', zen: 'procedural' } as const;
  given(routing).when(revise(0, routes)).then(revised(1, routes));
  given(routing, revised(1, routes))
    .when(revise(1, {}, another))
    .then(revised(2, {}, another));
  expect(given(routing, revised(1, routes), revised(2, {}, another)).state()).toMatchObject({ version: 2, routes: {} });
});

test('refuses providers that are not configured, and lists them', () => {
  const unknown = given(routing).when(revise(0, { realism: 'attic', zen: 'attic', fluid: 'cellar' }));
  unknown.thenRefuses(providerProblems.unknownRoute);
  expect(() => unknown.facts()).toThrow(expect.objectContaining({ extra: { unknown: ['attic'] } }) as Error);
});

test('refuses a revision of an outdated version, and ignores a repeat', () => {
  const before = revised(1, { realism: 'cellar' });
  given(routing, before)
    .when(revise(0, {}, another))
    .thenRefuses(providerProblems.changed);
  given(routing, before, revised(2, {}, another))
    .when(revise(0, { realism: 'cellar' }))
    .thenNothing();
});
