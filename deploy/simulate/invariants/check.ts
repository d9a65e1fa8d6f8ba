import { allowances } from './allowances.ts';
import { balances, wallets } from './balances.ts';
import { challenges } from './challenges.ts';
import { chains } from './chains.ts';
import { charges } from './charges.ts';
import { arrived, askedOnce, countedOnce, taken } from './counted-once.ts';
import { earned } from './earned.ts';
import type { Evidence, Invariant, Violation } from './evidence.ts';
import { erasures } from './erasures.ts';
import { orders } from './orders.ts';
import { owing } from './owing.ts';
import { paidOut } from './paid-out.ts';
import { payouts, type PayoutMoment } from './payouts.ts';
import { sellers } from './sellers.ts';
import { takenBack } from './taken-back.ts';

const invariants: readonly Invariant[] = [
  chains,
  allowances,
  balances,
  wallets,
  countedOnce,
  askedOnce,
  arrived,
  charges,
  orders,
  challenges,
  owing,
  earned,
  sellers,
  takenBack,
  paidOut,
  erasures,
];

/** Everything that does not hold. */
export function check(evidence: Evidence, moments: readonly PayoutMoment[]): Violation[] {
  // What the product does not take it cannot know: nothing that follows from it is its fault.
  const isDelivered = evidence.untaken.length === 0;
  const known = { ...evidence, isQuiet: evidence.isQuiet && isDelivered };
  return [...taken(evidence), ...invariants.flatMap((invariant) => invariant(known)), ...payouts(evidence, moments)];
}
