import { memberProblems } from '@easel/contracts/members/problems';
import { Refused } from '@easel/contracts/kernel/problem';
import { PreparedStatement, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { Sealer } from '@easel/kernel/identity/sealing';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

/** Whose each public name is, by its keyed digest: what it is stands in the log. */
export const publicNameTables = [
  `CREATE TABLE vault.public_names (
     member_id uuid PRIMARY KEY,
     name_digest text NOT NULL CONSTRAINT public_names_name UNIQUE
   )`,
];

export const publicNames = table(
  'public_names',
  { member_id: column.uuid, name_digest: column.text },
  { key: ['member_id'] },
);

const db = queriesOf<Database<[typeof publicNames]>>('vault');
const ofMember = { memberId: column.uuid };
const ofName = { digest: column.text };

const HOLDER = new PreparedStatement('public-name-holder', ofName, (given) =>
  db.selectFrom('public_names').where('name_digest', '=', given('digest')).select('member_id as memberId'),
);

const FREE = new PreparedStatement('public-name-free', { ...ofMember, ...ofName }, (given) =>
  db.deleteFrom('public_names').where('member_id', '=', given('memberId')).where('name_digest', '=', given('digest')),
);

const CLAIM = new PreparedStatement('public-name-claim', { ...ofMember, ...ofName }, (given) =>
  db
    .insertInto('public_names')
    .values({ member_id: given('memberId'), name_digest: given('digest') })
    .onConflict((on) => on.column('member_id').doUpdateSet((eb) => ({ name_digest: eb.ref('excluded.name_digest') }))),
);

const GIVE_UP = new PreparedStatement('public-name-give-up', ofMember, (given) =>
  db.deleteFrom('public_names').where('member_id', '=', given('memberId')),
);

/** The one door to `vault.public_names`. */
@Injectable()
export class PublicNames {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly sealer: Sealer,
  ) {}

  /** Gives the member this name instead of the one before; none where it is empty. Throws 409 where another has it. */
  async claim(client: PoolClient, memberId: string, name: string): Promise<void> {
    if (name === '') {
      await GIVE_UP.run(client, { memberId });
      return;
    }
    const digest = this.digestOf(name);
    try {
      await CLAIM.run(client, { memberId, digest });
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint === 'public_names_name') {
        const { message } = memberProblems.publicNameTaken;
        throw new Refused(memberProblems.publicNameTaken, { errors: [{ path: 'name', message }] });
      }
      throw error;
    }
  }

  /** Lets go of a name whose member was erased: nobody is left who has it. Not within a transaction. */
  async freeOfErased(name: string): Promise<void> {
    const digest = this.digestOf(name);
    const { rows } = await HOLDER.run(this.pool, { digest });
    const erased = await this.sealer.erasedOf(rows.map(({ memberId }) => memberId));
    for (const memberId of erased) await FREE.run(this.pool, { memberId, digest });
  }

  private digestOf(name: string): string {
    return this.sealer.digest('public name', name);
  }
}
