import { randomUUID } from 'node:crypto';
import { utcMonth } from '@easel/contracts/account/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { AccountStory } from '@easel/projections/testing/accounts';
import { Recorder } from '@easel/projections/testing/recorded';

const OTHERS = 19;

/** When a fact of this place was recorded. */
export const minuteOf = (place: number): Date => new Date(Date.UTC(2025, 0, 1) + place * 60_000);

/** So many facts of so many accounts, one after the other, each of a call of its own. */
export function factsOfMembers(accounts: number, count: number): Recorded[] {
  const recorder = new Recorder();
  const stories = Array.from({ length: accounts }, () => new AccountStory(recorder));
  const turns = storyteller();
  return Array.from({ length: count }, (_, place) => {
    const fact = turns(stories[(place * 7) % accounts] ?? new AccountStory(recorder));
    return { ...fact, recordedAt: minuteOf(place), metadata: { ...fact.metadata, $correlationId: `call-${place}` } };
  });
}

/**
 * As members use an account: a grant, then images that are held and paid for, now and then a top-up or a purchase. Half
 * of so many facts are the member's, the others' lie between them.
 */
export function factsOfAccounts(memberId: string, count: number): Recorded[] {
  const recorder = new Recorder();
  const own = new AccountStory(recorder, memberId);
  const others = Array.from({ length: OTHERS }, () => new AccountStory(recorder));
  const next = storyteller();
  return Array.from({ length: count }, (_, place) => {
    const other = others[(place >> 1) % OTHERS] ?? own;
    return { ...next(place % 2 === 0 ? own : other), recordedAt: minuteOf(place) };
  });
}

/** The next fact of an account, as its member goes on. */
function storyteller(): (one: AccountStory) => Recorded {
  const counts = new Map<AccountStory, number>();
  const held = new Map<AccountStory, string>();
  return (one) => {
    const turn = counts.get(one) ?? 0;
    counts.set(one, turn + 1);
    const open = held.get(one);
    if (open !== undefined) {
      held.delete(one);
      return one.captured(open, 10);
    }
    if (turn % 50 === 0) return one.allowance(5_000, utcMonth(new Date(Date.UTC(2026, turn / 50))));
    if (turn % 50 === 1) return one.toppedUp(1_000, `pi_${turn}`);
    if (turn % 50 === 2) return one.bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 75 });
    const generationId = randomUUID();
    held.set(one, generationId);
    return one.held(generationId, 10);
  };
}
