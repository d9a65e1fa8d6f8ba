import { expect, test } from 'vitest';
import type { AccountFact } from '../account/events.ts';
import { allowanceMoved, type AllowanceMonth, incomeMicros, noAllowance } from './income.policy.ts';

const memberId = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const month = '2026-11';
const granted = (tenths: number, paymentId: string | null, more: object = {}): AccountFact => ({
  type: 'CreditsGranted',
  data: { memberId, bucket: 'allowance', tenths, reason: 'allowance', key: 'k', month, paymentId, note: null, ...more },
});
const expired = (tenths: number): AccountFact => ({ type: 'CreditsExpired', data: { memberId, tenths, month } });
const revoked = (allowanceTenths: number, permanentTenths: number): AccountFact => ({
  type: 'CreditsRevoked',
  data: {
    memberId,
    key: 'r',
    tenths: allowanceTenths + permanentTenths,
    allowanceTenths,
    permanentTenths,
    reason: 'refund',
    month,
    paymentId: 'pi',
    note: null,
  },
});

const after = (...facts: AccountFact[]): AllowanceMonth => {
  const sum = noAllowance();
  for (const fact of facts) {
    const { moved } = allowanceMoved(fact) ?? { moved: noAllowance() };
    for (const key of ['levelTenths', 'owedTenths', 'payments', 'reversals'] as const) sum[key] += moved[key];
  }
  return sum;
};

test.each<[string, AccountFact[], number]>([
  ['counts 0.0333 dollars for each paid credit', [granted(3_000, 'pi')], 33_300],
  ['counts nothing for credits of the free plan', [granted(500, null)], 0],
  [
    'counts every credit of a month that was upgraded to a paid plan',
    [granted(500, null), granted(2_500, 'pi')],
    33_300,
  ],
  ['counts the same after the unspent credits expire', [granted(3_000, 'pi'), expired(2_990)], 33_300],
  [
    'counts half when half of the spent credits are owed after a refund',
    [granted(3_000, 'pi'), revoked(1_000, 1_000)],
    16_650,
  ],
  ['counts nothing after a full refund', [granted(3_000, 'pi'), revoked(1_500, 1_000)], 0],
  [
    'counts everything again after the owed credits are paid for',
    [
      granted(3_000, 'pi'),
      revoked(1_000, 1_000),
      granted(1_000, 'pi', { bucket: 'permanent', reason: 'reinstatement' }),
    ],
    33_300,
  ],
])('%s', (_title, facts, micros) => {
  expect(incomeMicros(10, after(...facts))).toBe(micros);
});

test('ignores permanent credits and adjustments', () => {
  expect(allowanceMoved(granted(500, null, { bucket: 'permanent', month: null }))).toBeUndefined();
  const adjustment = { allowanceTenths: 0, permanentTenths: 5, month: null, paymentId: null } as const;
  expect(
    allowanceMoved({
      type: 'CreditsRevoked',
      data: { memberId, key: 'r', tenths: 5, reason: 'adjustment', note: null, ...adjustment },
    }),
  ).toBeUndefined();
});
