/** Limit of the search. Of a larger group, only the members nearest to the first one count. */
const MOST_MEMBERS = 2_000;

/** Returns everyone who can be reached from a member, the nearest first, including the member. */
export async function groupOf(
  memberId: string,
  partnersOf: (memberId: string) => Promise<Iterable<string>>,
): Promise<Set<string>> {
  const group = new Set([memberId]);
  // Iterating a set includes elements that are added on the way.
  for (const id of group) {
    for (const partner of await partnersOf(id)) if (group.size < MOST_MEMBERS) group.add(partner);
  }
  return group;
}

/** Who bought from whom. */
export interface Deals {
  sellersOf(memberId: string): Promise<Iterable<string>>;
  buyersOf(memberId: string): Promise<Iterable<string>>;
}

/**
 * Returns the members with whom money goes round: the member bought from them, directly or through others, and they
 * bought from the member. A fan who only buys from the member is in no ring.
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

/** Caches answers by member, without repeated ids. */
export function once(ask: (memberId: string) => Promise<readonly string[]>): (memberId: string) => Promise<string[]> {
  const known = new Map<string, Promise<string[]>>();
  return (memberId) => {
    const answer = known.get(memberId) ?? ask(memberId).then((ids) => [...new Set(ids)]);
    known.set(memberId, answer);
    return answer;
  };
}
