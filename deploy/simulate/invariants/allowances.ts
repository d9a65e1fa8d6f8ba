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

/**
 * The payments that opened each month, one after the other: by a grant, or as that of a better plan that it passed to.
 */
function openersOf(facts: readonly AccountFact[]): Map<string, (string | null)[]> {
  const openers = new Map<string, (string | null)[]>();
  const note = (month: string, paymentId: string | null): void => {
    const before = openers.get(month) ?? [];
    if (before.length === 0 || before.at(-1) !== paymentId) openers.set(month, [...before, paymentId]);
  };
  for (const { type, data } of facts) {
    if (type === 'CreditsGranted' && data.reason === 'allowance' && data.month !== null) {
      note(data.month, data.paymentId ?? openers.get(data.month)?.at(-1) ?? null);
    } else if (type === 'PlanPaid' && data.month !== null) note(data.month, data.paymentId);
  }
  return openers;
}

/** The last of them is the one that counts. */
export const openingsOf = (facts: readonly AccountFact[]): Map<string, string | null> =>
  new Map([...openersOf(facts)].map(([month, openers]) => [month, openers.at(-1) ?? null]));

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

/**
 * Nobody has used more of plans' credits than is paid for, and who pays for a month has all of it. Holds at quiet
 * points.
 */
export function allowances(evidence: Evidence): Violation[] {
  if (!evidence.isQuiet) return [];
  return evidence.members.flatMap((memberId) => {
    const facts = evidence.account(memberId);
    const had = allowancesOf(facts);
    const payments = evidence.payments.filter((payment) => payment.memberId === memberId && payment.plan);
    return [
      ...usedBeyond(memberId, had, payments),
      ...missing(memberId, had, payments, evidence.at),
      ...overReturned(memberId, facts, payments),
    ];
  });
}

function usedBeyond(memberId: string, had: Allowances, payments: readonly Payment[]): Violation[] {
  const used = sumOf([...had.granted.values()], (tenths) => tenths) - had.expired;
  const most = mostUsed(payments, had.openings);
  if (used <= most) return [];
  const says = `used ${credits(used)} of plans, and ${credits(most)} are paid for: ${payments.map(textOf).join('; ') || 'nothing paid'}`;
  return [{ rule: 'used ≤ entitled', memberId, says }];
}

/**
 * Each month that a payment has opened, and the running one while it runs. Nothing of it may ever have gone back: what
 * was missed meanwhile, or while nobody knew, is not made up for.
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
      const says = `has ${credits(has)} in ${month}, and paid in full for ${credits(due)}: ${textOf(payment)}`;
      return [{ rule: 'kept = P has A', memberId, says }];
    });
  });
}

/**
 * What goes back for a better plan leaves every month paid for that was opened. What went back otherwise is not the
 * product's; and a month that came back from the better plan, whose money was gone before this one's rest was seen, was
 * not opened when that was reckoned.
 */
function overReturned(memberId: string, facts: readonly AccountFact[], payments: readonly Payment[]): Violation[] {
  const openers = [...openersOf(facts).values()];
  return payments.flatMap((payment): Violation[] => {
    const { id, plan, refunds, disputes } = payment;
    if (!plan || disputes.length > 0 || refunds.some(({ isRest }) => !isRest)) return [];
    const months = openers.filter((ids) => ids.at(-1) === id && ids.indexOf(id) === ids.length - 1).length;
    const [opened, paid] = [months * monthlyTenths(plan.tier), entitledTenths(payment, months)];
    if (paid >= opened) return [];
    const says = `${credits(opened)} were opened by what ${credits(paid)} are left of after its rest went back: ${textOf(payment)}`;
    return [{ rule: 'rest ≤ unopened', memberId, says }];
  });
}

const monthsOf = ({ plan }: Payment): string[] => (plan ? monthsTouched(plan.startMs, plan.endMs) : []);
const isFull = (payment: Payment): boolean => payment.disputes.length === 0 && payment.refunds.length === 0;
const runs = ({ plan }: Payment, at: Date): boolean =>
  plan !== undefined && plan.startMs <= at.getTime() && at.getTime() < plan.endMs;

function textOf(payment: Payment): string {
  const { plan, cents } = payment;
  const of = plan ? `${plan.tier} ${plan.period} from ${new Date(plan.startMs).toISOString().slice(0, 10)}` : 'wallet';
  return `${of}: paid ${cents / 100}, held ${heldCents(payment) / 100}`;
}
