import type { Erasure } from '@easel/contracts/erasure/http';
import { canBeGivenUp, type ErasureObstacle } from '@easel/contracts/erasure/policy';
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
  challenge: (_dollars, { until = '' }) =>
    `Your entry in a design challenge has sold. Your share is paid when the winners are announced, on ${dayWithZone(until)} at the earliest. Wait for it, or give it up.`,
};

/** What must be settled first, a sentence each. */
export const obstacleTexts = ({ waitsFor }: Pick<Erasure, 'waitsFor'>): string[] =>
  waitsFor.map((waited) => obstacles[waited.kind](formatDollars(waited.amount ?? 0), waited));

/** Names what a member may give up; undefined where there is nothing. */
export function giveUpText({ waitsFor }: Pick<Erasure, 'waitsFor'>): string | undefined {
  const money = waitsFor.filter(({ kind }) => canBeGivenUp(kind));
  const dollars = money.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const parts = [
    ...(dollars > 0 ? [formatDollars(dollars)] : []),
    ...(money.some(({ kind }) => kind === 'challenge') ? ['your share of a challenge'] : []),
  ];
  return parts.length > 0 ? `Give up ${parts.join(' and ')}` : undefined;
}

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
