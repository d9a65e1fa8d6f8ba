import type { AccountFact } from '@easel/contracts/account/events';
import { FREE_TENTHS, monthlyTenths, monthsTouched, mostUsed, paidFor } from './entitled.ts';
import { heldCents, sumOf, typed, type Evidence, type Payment, type Violation } from './evidence.ts';

/** What plans brought an account, in tenths of a credit. */
interface Allowances {
  /** Granted by month. */
  granted: ReadonlyMap<string, number>;
  /** Given back by the system after it had been revoked. */
  restored: number;
  /** Taken back since its payment was. */
  revoked: number;
  /** By month. */
  expired: number;
}

function allowancesOf(facts: readonly AccountFact[], isSystem: (fact: AccountFact) => boolean): Allowances {
  const granted = new Map<string, number>();
  let restored = 0;
  for (const fact of typed(facts, 'CreditsGranted')) {
    const { month, tenths, reason } = fact.data;
    if (month !== null) granted.set(month, (granted.get(month) ?? 0) + tenths);
    else if (reason === 'adjustment' && isSystem(fact)) restored += tenths;
  }
  return {
    granted,
    restored,
    revoked: sumOf(typed(facts, 'CreditsRevoked'), ({ data }) => (data.reason === 'adjustment' ? 0 : data.tenths)),
    expired: sumOf(typed(facts, 'CreditsExpired'), ({ data }) => data.tenths),
  };
}

const credits = (tenths: number): string => `${tenths / 10} credits`;

/** Nobody has used more of plans' credits than is paid for, and who pays for a month has all of it. Holds at quiet points. */
export function allowances(evidence: Evidence): Violation[] {
  if (!evidence.isQuiet) return [];
  return evidence.members.flatMap((memberId) => {
    const facts = evidence.account(memberId);
    const systems = new Set<AccountFact>(facts.filter(({ metadata }) => metadata.actor.kind === 'system'));
    const had = allowancesOf(facts, (fact) => systems.has(fact));
    const payments = evidence.payments.filter((payment) => payment.memberId === memberId && payment.plan);
    return [usedBeyond(memberId, had, payments), missing(memberId, had, payments, evidence.at)].filter(
      (violation) => violation !== undefined,
    );
  });
}

function usedBeyond(memberId: string, had: Allowances, payments: readonly Payment[]): Violation | undefined {
  const opened = new Set(had.granted.keys());
  const net = sumOf([...had.granted.values()], (tenths) => tenths) + had.restored - had.revoked;
  const used = net - had.expired;
  const most = mostUsed(payments, opened);
  if (used <= most) return undefined;
  return {
    rule: 'used ≤ entitled',
    memberId,
    says: `used ${credits(used)} of plans, and ${credits(most)} are paid for: ${payments.map(told).join('; ') || 'nothing paid'}`,
  };
}

/** In the running month: what was missed before, while nobody knew, is not made up for. */
function missing(memberId: string, had: Allowances, payments: readonly Payment[], at: Date): Violation | undefined {
  const month = [...had.granted.keys()].toSorted().at(-1);
  if (month === undefined) return undefined;
  const full = payments.filter((payment) => isFull(payment) && runs(payment, at) && monthsOf(payment).includes(month));
  if (full.length === 0) return undefined;
  const due = Math.max(...full.map(({ plan }) => monthlyTenths(plan?.tier ?? 'free')));
  const paid = paidFor(payments, new Set(had.granted.keys()));
  const before = sumOf([...had.granted], ([earlier, tenths]) =>
    earlier === month ? 0 : Math.min(tenths, Math.max(FREE_TENTHS, paid.get(earlier) ?? 0)),
  );
  const net = sumOf([...had.granted.values()], (tenths) => tenths) + had.restored - had.revoked;
  if (net >= before + due) return undefined;
  return {
    rule: 'kept = P has A',
    memberId,
    says: `has ${credits(net - before)} in ${month}, and paid in full for ${credits(due)}: ${full.map(told).join('; ')}`,
  };
}

const monthsOf = ({ plan }: Payment): string[] => (plan ? monthsTouched(plan.startMs, plan.endMs) : []);
const isFull = (payment: Payment): boolean =>
  heldCents(payment) === payment.cents && payment.disputes.length === 0 && payment.refunds.length === 0;
const runs = ({ plan }: Payment, at: Date): boolean =>
  plan !== undefined && plan.startMs <= at.getTime() && at.getTime() < plan.endMs;

function told(payment: Payment): string {
  const { plan, cents } = payment;
  const of = plan ? `${plan.tier} ${plan.period} from ${new Date(plan.startMs).toISOString().slice(0, 10)}` : 'wallet';
  return `${of}: paid ${cents / 100}, held ${heldCents(payment) / 100}`;
}
