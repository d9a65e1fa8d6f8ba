import { mailboxOf } from '@easel/contracts/members/policy';
import type { MemoryPool } from '@easel/kernel/testing/twins/memory-database';
import { ReferralMailboxes } from '../../members/referral-mailboxes.ts';

/** Mailboxes in a database in memory. */
export class MemoryReferralMailboxes extends ReferralMailboxes {
  constructor(private readonly pool: MemoryPool) {
    super();
  }

  claim(memberId: string, email: string): Promise<boolean> {
    return this.pool.statement('mailboxes.claim', undefined, async (tx) => {
      const mailboxes = tx.rows<string>('referral_mailboxes');
      const key = mailboxOf(email);
      const owner = await mailboxes.locked(key);
      if (owner === undefined) await mailboxes.put(key, memberId);
      return (owner ?? memberId) === memberId;
    });
  }
}
