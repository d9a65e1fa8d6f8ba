/** The next `count` items of a subscription, which stays open. */
export async function take<Item>(subscription: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  // Iterated by hand: leaving a for await would end the subscription.
  const iterator = subscription[Symbol.asyncIterator]();
  while (taken.length < count) {
    const { value, done } = await iterator.next();
    if (done) throw new Error(`the subscription ended after ${taken.length} items`);
    taken.push(value);
  }
  return taken;
}
