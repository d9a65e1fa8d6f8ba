import { expect, test } from 'vitest';
import { type Goal, goalsOf, matching, mayBeNamed } from './goal.ts';

const member = '11111111-1111-4111-8111-111111111111';

test.each([
  [member, true],
  ['42', true],
  [`order-${member}`, true],
  ['settings-prices', true],
  ['ledger', false],
  ['t shirt-white', false],
  ['', false],
])('whether the log is asked about %s: %s', (text, isAsked) => {
  expect(mayBeNamed(text)).toBe(isAsked);
});

test('a member’s id leads to the account where the role may see it, and to the streams', () => {
  const streams = ['member', 'account'].map((kind) => ({ stream: `${kind}-${member}`, subject: 'member' }));
  const labels = (role: string) =>
    goalsOf({ success: true, event: null, streams }, member, role).map(({ label }) => label);
  const rest = ['All events of the member', `member-${member}`, `account-${member}`];
  expect(labels('auditor')).toEqual(['Account of the member', ...rest]);
  expect(labels('analyst')).toEqual(rest);
});

test('pages and filters are told apart by their words, and what was found is kept', () => {
  const goal = (group: Goal['group'], label: string): Goal => ({ group, label, hint: 'Console', to: '/' });
  const goals = [goal('Pages', 'Ledger'), goal('Saved filters', 'Bugs unread'), goal('Found', 'CreditsHeld')];
  const found = (text: string) => matching(goals, text).map(({ label }) => label);
  expect(found('')).toHaveLength(3);
  expect(found('console led')).toEqual(['Ledger', 'CreditsHeld']);
  expect(found('unread bugs')).toEqual(['Bugs unread', 'CreditsHeld']);
  expect(found('BÚGS/unread')).toEqual(['Bugs unread', 'CreditsHeld']);
});
