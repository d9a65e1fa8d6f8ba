import { curatorProblems } from '@easel/contracts/curators/http';
import type { CuratorFact } from '@easel/contracts/curators/events';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { curator, type CuratorCommand } from './curator.decider.ts';

const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const appoint: CuratorCommand = { type: 'AppointCurator', memberId, reason: 'a fine eye' };
const end: CuratorCommand = { type: 'EndCurator', memberId, reason: 'asked for it' };
const set = (cents: Extract<CuratorFact, { type: 'CuratorPricesSet' }>['data']['cents'], subscribed = false) =>
  ({ type: 'SetCuratorPrices', memberId, cents, subscribed }) satisfies CuratorCommand;

const appointed: CuratorFact = { type: 'CuratorAppointed', data: { memberId, reason: 'a fine eye' } };
const ended: CuratorFact = { type: 'CuratorEnded', data: { memberId, reason: 'asked for it' } };
const priced: CuratorFact = { type: 'CuratorPricesSet', data: { memberId, cents: { '1K': 120, '4K': 400 } } };

test('is appointed once, and ended once', () => {
  given(curator).when(appoint).then(appointed);
  given(curator, appointed).when(appoint).thenNothing();
  given(curator, appointed).when(end).then(ended);
  given(curator, appointed, ended).when(end).thenNothing();
  given(curator).when(end).thenNothing();
  given(curator, appointed, ended).when(appoint).then(appointed);
});

test('sets prices, also by the plan alone', () => {
  given(curator, appointed)
    .when(set({ '1K': 120, '4K': 400 }))
    .then(priced);
  given(curator)
    .when(set({ '1K': 120, '4K': 400 }, true))
    .then(priced);
});

test('replaces the whole list, and repeats none', () => {
  given(curator, appointed, priced)
    .when(set({ '4K': 400, '1K': 120 }))
    .thenNothing();
  given(curator, appointed, priced)
    .when(set({ '1K': 130 }))
    .then({ type: 'CuratorPricesSet', data: { memberId, cents: { '1K': 130 } } });
  expect(given(curator, appointed, priced).when(set({})).facts()).toHaveLength(1);
});

test('cannot once it has ended, nor before it began', () => {
  given(curator)
    .when(set({ '1K': 120 }))
    .thenRefuses(curatorProblems.notCurator);
  given(curator, appointed, priced, ended)
    .when(set({ '1K': 120 }))
    .thenRefuses(curatorProblems.notCurator);
});

test('finds its prices again with the next appointment', () => {
  expect(given(curator, appointed, priced, ended, appointed).state()).toEqual({
    appointed: true,
    cents: { '1K': 120, '4K': 400 },
  });
});
