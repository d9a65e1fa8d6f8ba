import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AllStreamSubscription, PersistentSubscriptionToStream, StreamSubscription } from '@eventstore/db-client';
import { failureOutcome, type Outcome, type Received, receivedOutcome } from './outcomes.ts';
import type { Answer } from './seeded-operations.ts';

const QUIET_MS = 150;
const PATIENCE_MS = 8_000;

/** Lists what a subscription is sent until it has caught up; an error comes with what came before it. */
export async function followed(
  subscription: StreamSubscription | AllStreamSubscription,
  isWanted: (received: Received) => boolean = () => true,
): Promise<Outcome> {
  const got: Outcome[] = [];
  const ending = Promise.withResolvers<unknown>();
  subscription.on('data', (received: Received) => {
    if (isWanted(received)) got.push(receivedOutcome(received));
  });
  subscription.on('error', ending.resolve);
  subscription.on('caughtUp', () => ending.resolve(undefined));
  const error = await ending.promise;
  while (subscription.readableLength > 0) await nextTurn();
  await subscription.unsubscribe();
  return error === undefined ? got : { ...failureOutcome(error), got };
}

/**
 * Lists what a group gives a subscriber that answers everything alike. Nothing says that no more will come: it ends
 * when as much came as is recorded, it is quiet then, and the server has taken all answers.
 *
 * @param outstanding how many messages the server waits for
 */
export async function worked(
  subscription: PersistentSubscriptionToStream,
  answer: Answer,
  recorded: Outcome,
  outstanding: () => Promise<number>,
): Promise<Outcome> {
  const got: Outcome[] = [];
  const wanted = Array.isArray(recorded) ? recorded.length : Infinity;
  const ending = Promise.withResolvers<unknown>();
  const patience = setTimeout(ending.resolve, PATIENCE_MS, undefined);
  let quiet: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(quiet);
    if (got.length >= wanted) quiet = setTimeout(ending.resolve, QUIET_MS, undefined);
  };
  subscription.on('confirmation', heard);
  subscription.on('error', ending.resolve);
  subscription.on('data', (message) => {
    got.push({ ...receivedOutcome(message), retry: message.retryCount });
    const answered = answer === 'ack' ? subscription.ack(message) : subscription.nack(answer, 'told to', message);
    answered.catch(ending.resolve);
    heard();
  });
  const error = await ending.promise;
  clearTimeout(patience);
  clearTimeout(quiet);
  const latest = Date.now() + PATIENCE_MS;
  while (error === undefined && (await outstanding()) > 0 && Date.now() < latest);
  await subscription.unsubscribe();
  return error === undefined ? got : { ...failureOutcome(error), got: got.length };
}
