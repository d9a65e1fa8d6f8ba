import type { AccountFact } from '@easel/contracts/account/events';
import { entitledTenths, monthlyTenths, monthsTouched, mostUsed, openedBy, type Openings } from './entitled.ts';
import { heldCents, sumOf, typed, type Evidence, type Payment, type Violation } from './evidence.ts';

/** What plans brought an account, in tenths of a credit. */
interface Allowances {
  openings: Openings;
  /** Granted by month, and neither taken back nor owed. */
  granted: ReadonlyMap<string, number>;
  expired: number;
}

/** By the last grant, or by the better plan that a month passed to, a month is opened. */
export function openingsOf(facts: readonly AccountFact[]): Map<string, string | null> {
  const openings = new Map<string, string | null>();
  for (const { type, data } of facts) {
    if (type === 'CreditsGranted' && data.reason === 'allowance' && data.month !== null) {
      openings.set(data.month, data.paymentId ?? openings.get(data.month) ?? null);
    } else if (type === 'PlanPaid' && data.month !== null) openings.set(data.month, data.paymentId);
  }
  return openings;
}

function allowancesOf(facts: readonly AccountFact[]): Allowances {
  const granted = new Map<string, number>();
  const add = (month: string | null, tenths: number): void => {
    if (month !== null) granted.set(month, (granted.get(month) ?? 0) + tenths);
  };
  for (const { data } of typed(facts, 'CreditsGranted')) add(data.month, data.tenths);
  for (const { data } of typed(facts, 'CreditsRevoked')) add(data.month, -data.tenths);
  const expired = sumOf(typed(facts, 'CreditsExpired'), ({ data }) => data.tenths);
  return { openings: openingsOf(facts), granted, expired };
}

const credits = (tenths: number): string => `${tenths / 10} credits`;

/** Nobody has used more of plans' credits than is paid for, and who pays for a month has all of it. Holds at quiet points. */
export function allowances(evidence: Evidence): Violation[] {
  if (!evidence.isQuiet) return [];
  return evidence.members.flatMap((memberId) => {
    const had = allowancesOf(evidence.account(memberId));
    const payments = evidence.payments.filter((payment) => payment.memberId === memberId && payment.plan);
    return [
      ...usedBeyond(memberId, had, payments),
      ...missing(memberId, had, payments, evidence.at),
      ...overReturned(memberId, had, payments),
    ];
  });
}

function usedBeyond(memberId: string, had: Allowances, payments: readonly Payment[]): Violation[] {
  const used = sumOf([...had.granted.values()], (tenths) => tenths) - had.expired;
  const most = mostUsed(payments, had.openings);
  if (used <= most) return [];
  const says = `used ${credits(used)} of plans, and ${credits(most)} are paid for: ${payments.map(told).join('; ') || 'nothing paid'}`;
  return [{ rule: 'used ≤ entitled', memberId, says }];
}

/**
 * Each month that a payment has opened, and the running one while it runs. Nothing of it may ever have gone back: what was
 * missed meanwhile, or while nobody knew, is not made up for.
 */
function missing(memberId: string, { openings, granted }: Allowances, payments: readonly Payment[], at: Date) {
  const running = [...openings.keys()].toSorted().at(-1);
  return payments.filter(isFull).flatMap((payment): Violation[] => {
    const { id, plan } = payment;
    const months = new Set(openedBy(openings, id));
    if (running !== undefined && runs(payment, at) && monthsOf(payment).includes(running)) months.add(running);
    const due = monthlyTenths(plan?.tier ?? 'free');
    return [...months].flatMap((month): Violation[] => {
      const has = granted.get(month) ?? 0;
      if (has >= due) return [];
      const says = `has ${credits(has)} in ${month}, and paid in full for ${credits(due)}: ${told(payment)}`;
      return [{ rule: 'kept = P has A', memberId, says }];
    });
  });
}

/** What goes back for a better plan leaves every month paid for that was opened. What went back otherwise is not the product's. */
function overReturned(memberId: string, { openings }: Allowances, payments: readonly Payment[]): Violation[] {
  return payments.flatMap((payment): Violation[] => {
    const { id, plan, refunds, disputes } = payment;
    if (!plan || disputes.length > 0 || refunds.some(({ isRest }) => !isRest)) return [];
    const months = openedBy(openings, id).length;
    const [opened, paid] = [months * monthlyTenths(plan.tier), entitledTenths(payment, months)];
    if (paid >= opened) return [];
    const says = `${credits(opened)} were opened by what ${credits(paid)} are left of after its rest went back: ${told(payment)}`;
    return [{ rule: 'rest ≤ unopened', memberId, says }];
  });
}

const monthsOf = ({ plan }: Payment): string[] => (plan ? monthsTouched(plan.startMs, plan.endMs) : []);
const isFull = (payment: Payment): boolean => payment.disputes.length === 0 && payment.refunds.length === 0;
const runs = ({ plan }: Payment, at: Date): boolean =>
  plan !== undefined && plan.startMs <= at.getTime() && at.getTime() < plan.endMs;

function told(payment: Payment): string {
  const { plan, cents } = payment;
  const of = plan ? `${plan.tier} ${plan.period} from ${new Date(plan.startMs).toISOString().slice(0, 10)}` : 'wallet';
  return `${of}: paid ${cents / 100}, held ${heldCents(payment) / 100}`;
}
