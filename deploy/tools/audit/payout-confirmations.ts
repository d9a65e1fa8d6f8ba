import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { dollars } from './walked-order.ts';

/** Who confirmed the large payouts of one account. */
export class PayoutConfirmations {
  /** By payout that is not settled. */
  private readonly payouts = new Map<string, { payoutCents: number; confirmedBy: string | undefined }>();

  /**
   * A note of a payout that one admin confirmed twice: not against the rules where no other admin is active, but to be
   * looked at.
   */
  see({ type, data, metadata, recordedAt }: Recorded<AccountFact>): string | undefined {
    if (type === 'PayoutRequested') {
      this.payouts.set(data.payoutId, { payoutCents: data.payoutCents, confirmedBy: undefined });
    }
    if (type === 'PayoutConfirmed') {
      const payoutCents = this.payouts.get(data.payoutId)?.payoutCents ?? 0;
      this.payouts.set(data.payoutId, { payoutCents, confirmedBy: data.operatorId });
    }
    if (type !== 'PayoutSettled') return undefined;
    const payout = this.payouts.get(data.payoutId);
    this.payouts.delete(data.payoutId);
    const { id: operatorId } = metadata.actor;
    if (data.outcome !== 'paid' || payout?.confirmedBy !== operatorId) return undefined;
    const what = `payout ${data.payoutId} of ${dollars(payout.payoutCents)} to ${data.memberId}`;
    return `${what} was confirmed by ${operatorId} alone, at ${recordedAt.toISOString()}`;
  }
}
