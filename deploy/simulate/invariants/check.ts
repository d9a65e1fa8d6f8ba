import { allowances } from './allowances.ts';
import { balances, wallets } from './balances.ts';
import { charges } from './charges.ts';
import { arrived, countedOnce } from './counted-once.ts';
import { earned } from './earned.ts';
import type { Evidence, Invariant, Violation } from './evidence.ts';
import { owing } from './owing.ts';
import { payouts, type PayoutMoment } from './payouts.ts';

const invariants: readonly Invariant[] = [
  allowances,
  balances,
  wallets,
  countedOnce,
  arrived,
  charges,
  owing,
  earned,
];

/** Everything that does not hold; of some rules alone where those are named. */
export function check(
  evidence: Evidence,
  moments: readonly PayoutMoment[],
  only: readonly string[] = [],
): Violation[] {
  const found = [...invariants.flatMap((invariant) => invariant(evidence)), ...payouts(evidence, moments)];
  return only.length === 0 ? found : found.filter(({ rule }) => only.includes(rule));
}
