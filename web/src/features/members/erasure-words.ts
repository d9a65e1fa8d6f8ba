import type { Erasure } from '@easel/contracts/erasure/http';
import type { ErasureObstacle } from '@easel/contracts/erasure/policy';
import { dayWithZone } from '../../lib/dates.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';

type Waited = Erasure['waitsFor'][number];

const obstacles: Record<ErasureObstacle, (dollars: string, waited: Waited) => string> = {
  wallet: (dollars) => `Your wallet holds ${dollars}. Spend it, write to us to have it refunded, or give it up.`,
  earnings: (dollars) => `Your sales have earned you ${dollars}. Have it paid out, or give it up.`,
  owing: () => 'Your account owes us money. Top up your wallet to settle it.',
  dispute: () => 'Your bank has not decided yet about a payment that was disputed.',
  payout: (dollars) => `A payout of ${dollars} is on its way to you.`,
  order: (_dollars, { reference = '', until = '' }) =>
    `Your order ${reference} has not been delivered yet. Confirm on its page that it has arrived. If you do not, it counts as delivered by ${dayWithZone(until)} unless it is delayed.`,
};

/** What must be settled first, a sentence each. */
export const obstacleTexts = ({ waitsFor }: Pick<Erasure, 'waitsFor'>): string[] =>
  waitsFor.map((waited) => obstacles[waited.kind](formatDollars(waited.amount ?? 0), waited));

/** What goes with the account beside the pictures; undefined where there is nothing. */
export function lossText({ goes: { credits, plan } }: Pick<Erasure, 'goes'>): string | undefined {
  const lost = [
    ...(credits > 0 ? [`your ${counted(credits, 'credit')}`] : []),
    ...(plan ? ['your plan, of which nothing is paid back'] : []),
  ];
  return lost.length > 0 ? `You lose ${lost.join(' and ')}.` : undefined;
}

/** When it happens, as long as it can be thought better of. */
export function requestedText({ requested, waitsFor }: Erasure, now: Date): string {
  const day = dayWithZone(requested?.erasesAt ?? '');
  if (now < new Date(requested?.erasesAt ?? '')) {
    return `Your account will be erased on ${day}. Until then you can keep it.`;
  }
  return waitsFor.length > 0
    ? `Your account was to be erased on ${day}. It will be as soon as this is settled:`
    : 'Your account is being erased.';
}
