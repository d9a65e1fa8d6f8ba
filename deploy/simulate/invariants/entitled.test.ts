import { expect, test } from 'vitest';
import { entitledTenths, monthsTouched, mostUsed } from './entitled.ts';
import type { Payment } from './evidence.ts';

const at = (iso: string): number => Date.parse(`${iso}T12:00:00Z`);

const payment = (of: Partial<Payment> = {}): Payment => ({
  id: 'pi_1',
  memberId: 'm',
  orderId: undefined,
  cents: 1_000,
  paidAtMs: at('2026-10-20'),
  refunds: [],
  disputes: [],
  plan: {
    subscriptionId: 'sub_1',
    tier: 'studio',
    period: 'monthly',
    startMs: at('2026-10-20'),
    endMs: at('2026-11-20'),
  },
  ...of,
});

const months = (...opened: string[]): Map<string, string> => new Map(opened.map((month) => [month, 'pi_1']));

test('a period touches each month that a part of it lies in', () => {
  expect(monthsTouched(at('2026-10-20'), at('2026-11-20'))).toEqual(['2026-10', '2026-11']);
  expect(monthsTouched(at('2026-01-31'), at('2026-02-28'))).toEqual(['2026-01', '2026-02']);
  expect(monthsTouched(at('2026-12-31'), at('2027-12-31'))).toHaveLength(13);
  expect(monthsTouched(Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 1))).toEqual(['2026-10']);
});

test('what is kept in whole pays for every month that was opened', () => {
  expect(mostUsed([payment()], months('2026-10', '2026-11'))).toBe(12_000);
  expect(mostUsed([payment()], months('2026-10'))).toBe(6_000);
});

test('what is kept in part pays for the first months first; a month that nothing pays for has fifty', () => {
  const half = payment({ refunds: [{ id: 're_1', cents: 500, failed: false, isRest: false }] });
  expect([1, 2].map((opened) => entitledTenths(half, opened))).toEqual([6_000, 6_000]);
  expect(mostUsed([half], months('2026-10', '2026-11'))).toBe(6_500);
  const tenth = payment({ refunds: [{ id: 're_1', cents: 999, failed: false, isRest: false }] });
  expect(mostUsed([tenth], months('2026-10', '2026-11'))).toBe(1_000);
});

test('a dispute takes back while it is open and when it is lost; a refund that failed takes nothing', () => {
  const opened = months('2026-10');
  const disputed = (state: 'open' | 'won' | 'lost') => payment({ disputes: [{ id: 'du_1', cents: 1_000, state }] });
  expect(mostUsed([disputed('open')], opened)).toBe(500);
  expect(mostUsed([disputed('lost')], opened)).toBe(500);
  expect(mostUsed([disputed('won')], opened)).toBe(6_000);
  expect(mostUsed([payment({ refunds: [{ id: 're_1', cents: 1_000, failed: true, isRest: false }] })], opened)).toBe(
    6_000,
  );
});

test('a month counts for the payment that it was opened by, and for no other, nor for one whose period is elsewhere', () => {
  const other = payment({ id: 'pi_2' });
  expect(mostUsed([payment(), other], months('2026-10', '2026-11'))).toBe(12_000);
  const both = new Map([
    ['2026-10', 'pi_1'],
    ['2026-11', 'pi_2'],
  ]);
  expect(mostUsed([payment(), other], both)).toBe(12_000);
  expect(mostUsed([payment()], new Map([['2026-10', null]]))).toBe(500);
  expect(mostUsed([payment()], months('2026-12'))).toBe(500);
});
