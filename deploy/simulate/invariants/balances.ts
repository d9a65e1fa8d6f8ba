import { account, availableTenths, type Account } from '@easel/api/account/account.decider';
import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { book, emptyBalance } from '@easel/projections/ledger/ledger.tables';
import { postingOf } from '@easel/projections/ledger/posting';
import { heldCents, sumOf, type Evidence, type Violation } from './evidence.ts';

interface Sums {
  tenths: number;
  heldTenths: number;
  cents: number;
  frozenCents: number;
}

/** What an account's facts amount to: as its decider folds them, and as the ledger books them. */
export function balanceOf(memberId: string, facts: readonly Recorded<AccountFact>[]): { folded: Sums; booked: Sums } {
  let state: Account = account.initial();
  let balance = emptyBalance(memberId);
  for (const fact of facts) {
    state = account.evolve(state, fact);
    const posting = postingOf(fact);
    if (posting) balance = book(balance, posting).after;
  }
  const { heldTenths, cents, frozenCents } = state;
  return {
    folded: { tenths: availableTenths(state), heldTenths, cents, frozenCents },
    booked: {
      tenths: balance.tenths,
      heldTenths: balance.held_tenths,
      cents: balance.cents,
      frozenCents: balance.frozen_cents,
    },
  };
}

/**
 * The running balance of the ledger is what the account has, after each fact; nothing is held while nothing is under
 * way.
 */
export function balances({ members, isQuiet, account: factsOf }: Evidence): Violation[] {
  return members.flatMap((memberId) => {
    const { folded, booked } = balanceOf(memberId, factsOf(memberId));
    const violations: Violation[] = [];
    if (JSON.stringify(folded) !== JSON.stringify(booked)) {
      const says = `the account has ${JSON.stringify(folded)}, the ledger ${JSON.stringify(booked)}`;
      violations.push({ rule: 'balance = fold = ledger', memberId, says });
    }
    if (isQuiet && folded.heldTenths !== 0) {
      const says = `${folded.heldTenths / 10} credits are held, and nothing is under way`;
      violations.push({ rule: 'held = 0', memberId, says });
    }
    return violations;
  });
}

/** Of the wallet's movements, those that the card service's books tell of. */
const OF_CARDS = new Set(['top-up', 'refund', 'dispute']);

/** The wallet has what the card service holds for it, and what moved in the house. Holds at quiet points. */
export function wallets({ members, isQuiet, account: factsOf, payments }: Evidence): Violation[] {
  if (!isQuiet) return [];
  return members.flatMap((memberId) => {
    const facts = factsOf(memberId);
    const inHouse = sumOf(facts, (fact) => {
      const posting = postingOf(fact);
      return posting && !OF_CARDS.has(posting.reason) ? posting.moved.cents : 0;
    });
    const ofCards = payments.filter(
      (payment) => payment.memberId === memberId && !payment.plan && payment.orderId === undefined,
    );
    const due = sumOf(ofCards, heldCents) + inHouse;
    const { booked } = balanceOf(memberId, facts);
    if (booked.cents === due) return [];
    const says = `the wallet has ${booked.cents} cents, and ${due} by the card service’s books`;
    return [{ rule: 'wallet = held', memberId, says }];
  });
}
