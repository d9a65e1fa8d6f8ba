import { mailboxOf } from '@easel/contracts/members/policy';
import type { Pool } from '@easel/kernel/database/database';
import { column, table } from '@easel/kernel/database/table';
import { Sealer } from '@easel/kernel/identity/sealing';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { ReferralMailboxes } from './referral-mailboxes.ts';

/** By a keyed digest of the mailbox. */
export const referralMailboxTables = [
  `CREATE TABLE vault.referral_mailboxes (
     mailbox_digest text PRIMARY KEY,
     member_id uuid NOT NULL
   )`,
];

export const referralMailboxes = table(
  'referral_mailboxes',
  { mailbox_digest: column.text, member_id: column.uuid },
  { key: ['mailbox_digest'] },
);

/** The one door to `vault.referral_mailboxes`. */
@Injectable()
export class StoredReferralMailboxes extends ReferralMailboxes {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {
    super();
  }

  async claim(memberId: string, email: string): Promise<boolean> {
    const values = [this.sealer.digest('referral mailbox', mailboxOf(email)), memberId];
    await this.pool.query(
      `INSERT INTO vault.referral_mailboxes (mailbox_digest, member_id) VALUES ($1, $2)
       ON CONFLICT (mailbox_digest) DO NOTHING`,
      values,
    );
    const { rowCount } = await this.pool.query(
      'SELECT FROM vault.referral_mailboxes WHERE mailbox_digest = $1 AND member_id = $2',
      values,
    );
    return rowCount === 1;
  }
}
