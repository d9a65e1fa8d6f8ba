import { Sealer } from '@easel/kernel/identity/sealing';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { MemoryReferralMailboxes } from '../testing/twins/memory-referral-mailboxes.ts';
import { inMemory, inPostgres } from '../testing/twins/stores.ts';
import { describeReferralMailboxes } from './referral-mailboxes.contract.ts';
import { StoredReferralMailboxes } from './referral-mailboxes.tables.ts';

describeReferralMailboxes('in PostgreSQL', () =>
  inPostgres((pool) => new StoredReferralMailboxes(pool, new Sealer(new PostgresPersonKeys(pool), 'ab'.repeat(32)))),
);
describeReferralMailboxes('in memory', () => inMemory((pool) => new MemoryReferralMailboxes(pool)));
