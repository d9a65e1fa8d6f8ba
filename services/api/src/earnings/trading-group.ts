/** A group of more is judged by those nearest to its first member: it is no ring, and each is read at its newest. */
const MOST_MEMBERS = 2_000;

/** Returns everyone who is reached from a member, the nearest first; the member is included. */
export async function groupOf(
  memberId: string,
  partnersOf: (memberId: string) => Promise<Iterable<string>>,
): Promise<Set<string>> {
  const group = new Set([memberId]);
  // A set is walked in the order of its making, those added meanwhile too.
  for (const id of group) {
    for (const partner of await partnersOf(id)) if (group.size < MOST_MEMBERS) group.add(partner);
  }
  return group;
}

/** Who bought of whom. */
export interface Deals {
  sellersOf(memberId: string): Promise<Iterable<string>>;
  buyersOf(memberId: string): Promise<Iterable<string>>;
}

/**
 * The members with whom a member's money goes round: the member bought of them, directly or by others between, and they
 * of the member. A fan who only buys of the member is in no ring: that money goes one way, however much it is.
 */
export async function ringOf(memberId: string, deals: Deals): Promise<Set<string>> {
  const reached = await groupOf(memberId, (id) => deals.sellersOf(id));
  if (reached.size === 1) return new Set();
  const ring = await groupOf(memberId, async (id) =>
    [...(await deals.buyersOf(id))].filter((buyerId) => reached.has(buyerId)),
  );
  ring.delete(memberId);
  return ring;
}

/** Asks for each member once, and answers without repeats. */
export function once(ask: (memberId: string) => Promise<readonly string[]>): (memberId: string) => Promise<string[]> {
  const known = new Map<string, Promise<string[]>>();
  return (memberId) => {
    const answer = known.get(memberId) ?? ask(memberId).then((ids) => [...new Set(ids)]);
    known.set(memberId, answer);
    return answer;
  };
}
