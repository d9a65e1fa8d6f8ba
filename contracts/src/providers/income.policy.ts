import type { AccountFact } from '../account/events.ts';
import { FREE_TENTHS } from '../subscriptions/entitlement.policy.ts';

/** The least income of one paid credit, in millionths of a dollar. spec: rulings "Earn rate". */
export const PAID_CREDIT_MICROS = 33_300;

/** Sums over a member's allowance of one month. Credits are in tenths. */
export interface AllowanceMonth {
  /** Granted credits, minus those that expired or were revoked before they were spent. */
  levelTenths: number;
  /** Credits that were spent although their payment was refunded or charged back. */
  owedTenths: number;
  /** Number of grants that came from a payment. */
  payments: number;
  /** Number of revocations after a refund or chargeback. */
  reversals: number;
}

export const noAllowance = (): AllowanceMonth => ({ levelTenths: 0, owedTenths: 0, payments: 0, reversals: 0 });

/** Returns what a fact adds to which month; undefined for facts that change no monthly allowance. */
export function allowanceMoved(fact: AccountFact): { month: string; moved: AllowanceMonth } | undefined {
  switch (fact.type) {
    case 'CreditsGranted': {
      const { bucket, month, tenths, paymentId } = fact.data;
      if (month === null) return undefined;
      return bucket === 'allowance'
        ? { month, moved: { ...noAllowance(), levelTenths: tenths, payments: paymentId === null ? 0 : 1 } }
        : { month, moved: { ...noAllowance(), owedTenths: -tenths } };
    }
    case 'CreditsExpired':
      return { month: fact.data.month, moved: { ...noAllowance(), levelTenths: -fact.data.tenths } };
    case 'CreditsRevoked': {
      const { month, allowanceTenths, permanentTenths } = fact.data;
      if (month === null) return undefined;
      const moved = { levelTenths: -allowanceTenths, owedTenths: permanentTenths, payments: 0, reversals: 1 };
      return { month, moved };
    }
    default:
      return undefined;
  }
}

/**
 * Returns the income from `spentTenths` of a month's allowance, in millionths of a dollar. It is proportional to the
 * share of the allowance that is still paid for. Free credits yield no income. Neither does a refunded month whose
 * remainder is no larger than the free plan's. spec: rulings "Income of a provider".
 */
export function incomeMicros(
  spentTenths: number,
  { levelTenths, owedTenths, payments, reversals }: AllowanceMonth,
): number {
  const paidTenths = levelTenths - owedTenths;
  if (payments === 0 || paidTenths <= 0 || (reversals > 0 && paidTenths <= FREE_TENTHS)) return 0;
  return Math.round((spentTenths * PAID_CREDIT_MICROS * Math.min(1, paidTenths / levelTenths)) / 10);
}
