import { expect, test } from 'vitest';
import { lookedAt } from './looked-at.ts';

test('what was looked at is told by name, however deep it stands', () => {
  const verified = {
    anchors: 1,
    ledger: { entries: 34_567, notYet: 0 },
    newestAnchor: { at: '2026-11-21T10:59:34.425Z', number: 1 },
  };
  expect(lookedAt(verified)).toEqual([
    { name: 'Anchors', value: '1' },
    { name: 'Ledger entries', value: '34,567' },
    { name: 'Ledger not yet', value: '0' },
    { name: 'Newest anchor at', value: '2026-11-21T10:59:34.425Z' },
    { name: 'Newest anchor number', value: '1' },
  ]);
});

test('what is not there and what is a list are told as such', () => {
  expect(lookedAt({ ledger: null, skipped: ['payments'], markup: '<b>' })).toEqual([
    { name: 'Ledger', value: '–' },
    { name: 'Skipped', value: '["payments"]' },
    { name: 'Markup', value: '<b>' },
  ]);
});
