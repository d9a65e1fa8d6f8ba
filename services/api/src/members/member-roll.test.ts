import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { MemoryMemberRoll } from '../testing/twins/memory-member-roll.ts';
import { inMemory, inPostgres } from '../testing/twins/stores.ts';
import { describeMemberRoll } from './member-roll.contract.ts';
import { MemberRoll } from './member-roll.lookup.ts';

describeMemberRoll('in PostgreSQL', () =>
  inPostgres((pool) => ({
    roll: new MemberRoll(pool, new Sealer(new PostgresPersonKeys(pool), '00'.repeat(32))),
    add: async (memberId) => {
      await pool.query(
        `INSERT INTO vault.credentials (member_id, email_digest, username_digest, password_hash)
         VALUES ($1, $2, $2, '')`,
        [memberId, `of ${memberId}`],
      );
    },
  })),
);
describeMemberRoll('in memory', () =>
  inMemory((pool) => {
    const roll = new MemoryMemberRoll(pool);
    return { roll, add: (memberId) => roll.add(memberId) };
  }),
);
