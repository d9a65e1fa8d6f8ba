import type { AccountFact } from '@easel/contracts/account/events';
import { utcMonth } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';

/** What a month brought a member. */
export interface AccountMonth {
  /** Made and paid for. */
  images: number;
  /** By sales that were settled in it, in tenths of a credit and in cents. */
  earnedTenths: number;
  earnedCents: number;
}

/** Read-only door to a month of an account that is over, for other features. */
@Injectable()
export class AccountMonthLookup {
  constructor(private readonly log: EventLog) {}

  /** `month`: UTC, `2026-10`, by when facts were recorded. */
  async of(memberId: string, month: string): Promise<AccountMonth> {
    const held = new Map<string, number>();
    const sums: AccountMonth = { images: 0, earnedTenths: 0, earnedCents: 0 };
    for await (const fact of this.log.read<AccountFact>(accountStream.nameOf(memberId))) {
      if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
      if (fact.type === 'CreditsHeld') held.set(fact.data.generationId, fact.data.images);
      if (fact.type === 'CreditsReleased') held.delete(fact.data.generationId);
      if (fact.type === 'CreditsCaptured') {
        if (utcMonth(fact.recordedAt) === month) sums.images += held.get(fact.data.generationId) ?? 0;
        held.delete(fact.data.generationId);
      }
      if (fact.type === 'EarningsSettled' && utcMonth(fact.recordedAt) === month) {
        sums.earnedTenths += fact.data.tenths;
        sums.earnedCents += fact.data.cents;
      }
    }
    return sums;
  }
}
