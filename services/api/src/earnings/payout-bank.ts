import type { AccountFact } from '@easel/contracts/account/events';
import { ERASED } from '@easel/contracts/kernel/event';

/**
 * Finds where a payout was to go, in all events of its account, as its owner recognises it: the country and the last
 * four characters of the IBAN. Empty in older payouts.
 */
export async function bankOfPayout(events: AsyncIterable<AccountFact>, payoutId: string): Promise<string> {
  for await (const { type, data } of events) {
    if (type !== 'PayoutRequested' || data.payoutId !== payoutId) continue;
    const { iban } = data;
    return iban === '' || iban === ERASED ? '' : `${iban.slice(0, 2)} … ${iban.slice(-4)}`;
  }
  return '';
}
