import { type FailureReason, failureReasons } from '@easel/contracts/generation/policy';
import type { ProviderFigures } from '@easel/contracts/providers/figures.http';
import { AUTOMATIC, type Protocol } from '@easel/contracts/providers/policy';
import { words } from '../../ui/choices.ts';
import { formatDollars } from '../../ui/money.tsx';

export const protocolTexts: Readonly<Record<Protocol, string>> = {
  procedural: 'Built in',
  'openai-images': 'OpenAI Images protocol',
  flux: 'FLUX',
  mystic: 'Mystic',
};

const failings: Readonly<Record<string, string>> = {
  unreachable: 'it cannot be reached',
  busy: 'it is too busy',
  unauthorized: 'it does not accept our key',
  unfunded: 'our account there has no funds',
  broken: 'several pictures in a row failed',
};

/** Returns why a provider fails, as part of a sentence: 'it cannot be reached'. */
export const failingText = (reason: string): string => failings[reason] ?? reason;

const failures: Readonly<Record<FailureReason, string>> = {
  abandoned: 'request cut off',
  render_failed: 'could not be made',
  rejected: 'not possible as requested',
  no_room: 'our disk is full',
  moderated: 'moderated',
  provider_refused: 'key or funds refused',
  provider_unavailable: 'provider unavailable',
  unknown_outcome: 'outcome unknown',
  over_budget: 'daily budget spent',
  reference_gone: 'reference picture gone',
};
const isReason = (reason: string): reason is FailureReason => failureReasons.some((known) => known === reason);

/** Returns the failures by frequency, as 'outcome unknown 3, moderated 1'; 'none' without failures. */
export function failuresText({ failed }: Pick<ProviderFigures, 'failed'>): string {
  const texts = Object.entries(failed)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${isReason(reason) ? failures[reason] : words(reason)} ${times}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

export const failedOf = ({ failed }: Pick<ProviderFigures, 'failed'>): number =>
  Object.values(failed).reduce((sum, times) => sum + times, 0);

/** Returns the budget as '$3.20 of $50.00', or in words when there is none. */
export function budgetText(reserved: number | null, day: number | null): string {
  if (day === null) return reserved === null ? 'No budget' : `${formatDollars(reserved)}, no budget`;
  return `${formatDollars(reserved ?? 0)} of ${formatDollars(day)}`;
}

/** Returns a route's provider as operators read it. */
export function routeText(route: string, providers: readonly { name: string; label: string }[]): string {
  if (route === AUTOMATIC) return 'Automatic';
  return providers.find(({ name }) => name === route)?.label ?? `${route} (not configured: its requests are refused)`;
}
