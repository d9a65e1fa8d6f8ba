import { groupOf, once } from './trading-group.ts';

/** Where accounts and sales are looked up. */
interface Trades {
  /** Cents that a member paid for good, cents that it was paid out, and of whom it bought. */
  dealingsOf(memberId: string): Promise<{ heldCents: number; paidOutCents: number; sellers: readonly string[] }>;
  buyersOf(memberId: string): Promise<readonly string[]>;
}

/**
 * What a seller's group, whoever traded with whomever it traded with, has paid for good beyond what it was paid out; in
 * cents, below zero where it was paid out more. A sale that brought its seller nothing joins nobody: seen from one side
 * alone, a member's money would make room for the other while it is paid out to the member as well.
 *
 * While nothing is taken back after a payout there is always room: of each payment, sales bring at most nine tenths
 * (credits cost at least 3.33 cents and bring 0.6 × 5) or half (dollars), what is taken back takes its sales' earnings
 * along, and whoever owes spends nothing. A payment that is taken back after the payout leaves bad debt, which no rule
 * about single accounts bounds: another of the group would be paid out of as little as that one pays. So the group
 * waits until it has paid, or been found to have paid, what it was paid out.
 */
export async function roomOf(memberId: string, trades: Trades): Promise<number> {
  let room = 0;
  const buyersOf = once((id) => trades.buyersOf(id));
  await groupOf(memberId, async (id) => {
    const [{ heldCents, paidOutCents, sellers }, buyers] = await Promise.all([trades.dealingsOf(id), buyersOf(id)]);
    room += heldCents - paidOutCents;
    const earning = await Promise.all(
      [...new Set(sellers)].map(async (seller) => ((await buyersOf(seller)).includes(id) ? [seller] : [])),
    );
    return [...buyers, ...earning.flat()];
  });
  return room;
}
