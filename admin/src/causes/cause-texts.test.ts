import type { CauseNode } from '@easel/contracts/events/http';
import { expect, test } from 'vitest';
import { causeLabel, causeName, causeRequest, detailShown, detailText, paymentPath } from './cause-texts.ts';

const node = (kind: CauseNode['kind'], label: string): CauseNode => ({
  id: 'x',
  kind,
  label,
  at: '2026-05-01T10:00:00.123Z',
  event: null,
  type: null,
  stream: 'account-1',
  revision: 4,
  detail: {},
});

test('a label does not say again what its kind says', () => {
  expect(causeLabel(node('webhook', 'Webhook evt_1'))).toBe('evt_1');
  expect(causeLabel(node('command', 'Command'))).toBe('Command');
  expect(causeLabel(node('fact', 'WebhookFailed'))).toBe('WebhookFailed');
});

test('who cannot see a node hears all of it', () => {
  expect(causeName(node('fact', 'CreditsHeld'), true)).toBe(
    'Fact: CreditsHeld, this event, account-1 at 4, 2026-05-01 10:00:00',
  );
  const bare = { ...node('process', 'Process render'), at: null, stream: null, revision: null };
  expect(causeName(bare, false)).toBe('Process: render');
});

test('details are told in one line', () => {
  expect(detailText({ kind: 'member', id: '1b4e', role: null })).toBe('member 1b4e');
  expect([detailText(12.5), detailText(true), detailText('a b'), detailText(null)]).toEqual([
    '12.5',
    'true',
    'a b',
    '–',
  ]);
  expect(detailText({ list: [1, { a: 'x' }] })).toBe('1 x');
});

test('for the eye ids are short and words are whole', () => {
  expect(detailShown('customer_details, payment_method_options, a11b4e28-2fa1-41d2-883f-0016d3cca427')).toBe(
    'customer_details, payment_method_options, a11b4e28…',
  );
});

test('a call is named by its route and its request', () => {
  const call = {
    ...node('command', 'POST /api/generation/generate'),
    at: null,
    stream: null,
    detail: { request_id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427' },
  };
  expect(causeRequest(call)).toBe('request 1b4e28ba…');
  expect(causeName(call, false)).toBe('Command: POST /api/generation/generate, request 1b4e28ba…');
  expect(causeRequest(node('fact', 'CreditsHeld'))).toBe('');
});

test('a payment leads to what it moved, or to what names it', () => {
  const told = { ...node('webhook', 'Webhook charge.refunded'), detail: { payment_id: 'pi_1' } };
  expect(paymentPath(told, 'ledger')).toBe(`/ledger?filter=${encodeURIComponent('{"payment":"pi_1"}')}`);
  expect(paymentPath(told, 'events')).toBe(`/events?filter=${encodeURIComponent('{"q":"pi_1"}')}`);
  expect(paymentPath(node('webhook', 'Webhook invoice.paid'), 'ledger')).toBeUndefined();
});
