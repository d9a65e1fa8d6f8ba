import { groupOf, once } from './trading-group.ts';

interface Trades {
  /** Cents that a member paid finally, cents that were paid out to them, and whom they bought from. */
  dealingsOf(memberId: string): Promise<{ heldCents: number; paidOutCents: number; sellers: readonly string[] }>;
  buyersOf(memberId: string): Promise<readonly string[]>;
}

/**
 * Returns what a seller's group has paid finally less what was paid out to it, in cents; negative if more was paid out.
 * The group is everyone connected to the seller by sales. A sale without earnings connects no members: seen from one
 * side only, a member's money would count for the other while it is paid out to the member as well.
 *
 * As long as no payment is reversed after a payout, there is always room: sales earn at most nine tenths of a payment
 * (credits cost at least 3.33 cents and earn 0.6 × 5) or half of it (dollars), a reversal includes the earnings of its
 * sales, and members in debt cannot spend. A payment that is reversed after the payout leaves bad debt, which no rule
 * for single accounts limits: other members of the group could be paid out with little money of their own. So payouts
 * of the group wait until it has paid as much as was paid out to it.
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
