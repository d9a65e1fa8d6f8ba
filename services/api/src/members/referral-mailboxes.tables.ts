import { mailboxOf } from '@easel/contracts/members/policy';
import type { Pool } from '@easel/kernel/database/database';
import { PreparedStatement, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
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

const db = queriesOf<Database<[typeof referralMailboxes]>>('vault');
const claimed = { digest: column.text, memberId: column.uuid };

const CLAIM = new PreparedStatement('referral-mailbox-claim', claimed, (given) =>
  db
    .insertInto('referral_mailboxes')
    .values({ mailbox_digest: given('digest'), member_id: given('memberId') })
    .onConflict((on) => on.column('mailbox_digest').doNothing()),
);

const HAS = new PreparedStatement('referral-mailbox-has', claimed, (given) =>
  db
    .selectFrom('referral_mailboxes')
    .where('mailbox_digest', '=', given('digest'))
    .where('member_id', '=', given('memberId')),
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
    const claim = { digest: this.sealer.digest('referral mailbox', mailboxOf(email)), memberId };
    await CLAIM.run(this.pool, claim);
    const { rowCount } = await HAS.run(this.pool, claim);
    return rowCount === 1;
  }
}
