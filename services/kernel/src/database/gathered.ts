import { setImmediate as endOfTurn } from 'node:timers/promises';
import { within } from '../server/backoff.ts';

interface Asked<Q, A> {
  question: Q;
  resolve: (answer: A) => void;
  reject: (error: unknown) => void;
}

/**
 * Answers single questions together: what is asked in one turn of the event loop, or while an answer is under way, is
 * asked in one go. In a rush, a few large round trips do the work of many. `askAll` answers in the order of the
 * questions; when it fails, each of them fails. Whoever asks waits for `patienceMs` at most, also behind a round that
 * hangs, and then gets Late.
 */
export function gathered<Q, A>(
  askAll: (questions: readonly Q[]) => Promise<readonly A[]>,
  { most = 256, patienceMs }: { most?: number; patienceMs?: number } = {},
): (question: Q) => Promise<A> {
  const waiting: Asked<Q, A>[] = [];
  let asking = false;

  const askWaiting = async (): Promise<void> => {
    asking = true;
    while (waiting.length > 0) {
      // Calls that have arrived together are read one after the other within this turn.
      await endOfTurn();
      const batch = waiting.splice(0, most);
      try {
        const answers = await askAll(batch.map(({ question }) => question));
        // `as`: an answer may well be undefined, only its place must exist.
        batch.forEach(({ resolve }, index) => resolve(answers[index] as A));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    asking = false;
  };

  return (question) => {
    const { promise, resolve, reject } = Promise.withResolvers<A>();
    waiting.push({ question, resolve, reject });
    if (!asking) void askWaiting();
    return patienceMs === undefined ? promise : within(patienceMs, promise);
  };
}
