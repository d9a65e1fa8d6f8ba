import type { AccountFact } from '../account/events.ts';
import { FREE_TENTHS } from '../subscriptions/entitlement.policy.ts';

/** What a paid credit brings in at least, in millionths of a dollar. spec: rulings "Earn rate". */
export const PAID_CREDIT_MICROS = 33_300;

/** What one month's allowance of a member came to. */
export interface AllowanceMonth {
  /** Granted, less what expired and what was taken back before it was spent. */
  levelTenths: number;
  /** Spent of it, although its payment went back. */
  owedTenths: number;
  /** How many of its grants somebody paid for. */
  payments: number;
  /** How often some of it was taken back because its payment went back. */
  reversals: number;
}

export const noAllowance = (): AllowanceMonth => ({ levelTenths: 0, owedTenths: 0, payments: 0, reversals: 0 });

/** What a fact adds to the allowance of a month; undefined where it moves none. */
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
 * The income of so many tenths that were spent of a month's allowance, in millionths of a dollar: in proportion to what
 * kept money paid for. Credits that nobody paid for bring in nothing, and neither does what a refund leaves to a month
 * as to one of the free plan. spec: rulings "Income of a provider".
 */
export function incomeMicros(
  spentTenths: number,
  { levelTenths, owedTenths, payments, reversals }: AllowanceMonth,
): number {
  const paidTenths = levelTenths - owedTenths;
  if (payments === 0 || paidTenths <= 0 || (reversals > 0 && paidTenths <= FREE_TENTHS)) return 0;
  return Math.round((spentTenths * PAID_CREDIT_MICROS * Math.min(1, paidTenths / levelTenths)) / 10);
}
