import { createHash } from 'node:crypto';
import type { Consumer } from './consumer.ts';
import type { Message } from './message.ts';
import type { StrategyName } from './settings.ts';

/**
 * Which subscriber gets a message: `busy` where none can take any, `later` where only this one has to wait.
 *
 * @param consumers in the order they came
 */
export type Strategy = (message: Message, consumers: readonly Consumer[]) => Consumer | 'busy' | 'later';

export const strategies: Readonly<Record<StrategyName, () => Strategy>> = {
  DispatchToSingle: () => (_message, consumers) => consumers.find((consumer) => consumer.isFree) ?? 'busy',

  RoundRobin: () => {
    let turn = 0;
    return (_message, consumers) => {
      for (let tried = 0; tried < consumers.length; tried += 1) {
        turn = (turn + 1) % consumers.length;
        const consumer = consumers[turn];
        if (consumer?.isFree) return consumer;
      }
      return 'busy';
    };
  },

  Pinned: () => (message, consumers) => {
    if (!consumers.some((consumer) => consumer.isFree)) return 'busy';
    const { event, link } = message.delivery;
    const pinned = pinnedTo((event ?? link)?.stream ?? '', consumers);
    return pinned?.isFree ? pinned : 'later';
  },
};

/** Each stream has the subscriber that scores highest for it: one that comes or goes moves its own streams alone. */
function pinnedTo(stream: string, consumers: readonly Consumer[]): Consumer | undefined {
  let best: Consumer | undefined;
  let highest = -1;
  for (const consumer of consumers) {
    const score = createHash('md5').update(`${consumer.id} ${stream}`).digest().readUInt32BE();
    if (score > highest) [best, highest] = [consumer, score];
  }
  return best;
}
