import { PUBLIC_NAME_HELD_DAYS, PUBLIC_NAMES_HELD } from '@easel/contracts/members/policy';
import { memberProblems } from '@easel/contracts/members/problems';
import { Refused } from '@easel/contracts/kernel/problem';
import { now, PreparedStatement, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import { DatabaseError, type PoolClient } from 'pg';

/** Holds the owner of each public name by the name's keyed digest. The name itself is in the log. */
export const publicNameTables = [
  `CREATE TABLE vault.public_names (
     member_id uuid PRIMARY KEY,
     name_digest text NOT NULL CONSTRAINT public_names_name UNIQUE
   )`,
];

/** Holds the names that were given up, for their former owners; the owner is null once they were erased. */
export const leftPublicNameTables = [
  `CREATE TABLE vault.left_public_names (
     name_digest text PRIMARY KEY,
     member_id uuid,
     until timestamptz NOT NULL
   )`,
  'CREATE INDEX left_public_names_by_member ON vault.left_public_names (member_id)',
  'CREATE INDEX left_public_names_by_end ON vault.left_public_names (until)',
];

export const publicNames = table(
  'public_names',
  { member_id: column.uuid, name_digest: column.text },
  { key: ['member_id'] },
);

export const leftPublicNames = table(
  'left_public_names',
  { name_digest: column.text, member_id: column.uuid.orNull, until: column.timestamptz },
  { key: ['name_digest'] },
);

const db = queriesOf<Database<[typeof publicNames, typeof leftPublicNames]>>('vault');
const ofMember = { memberId: column.uuid };
const named = { ...ofMember, digest: column.text };

const CLAIM = new PreparedStatement('public-name-claim', named, (given) =>
  db
    .insertInto('public_names')
    .values({ member_id: given('memberId'), name_digest: given('digest') })
    .onConflict((on) => on.column('member_id').doUpdateSet((eb) => ({ name_digest: eb.ref('excluded.name_digest') }))),
);

const GIVE_UP = new PreparedStatement('public-name-give-up', ofMember, (given) =>
  db.deleteFrom('public_names').where('member_id', '=', given('memberId')),
);

/** Not where the member's name is this one. */
const HOLD = new PreparedStatement('left-public-name-hold', { ...named, days: column.int }, (given) =>
  db
    .insertInto('left_public_names')
    .columns(['name_digest', 'member_id', 'until'])
    .expression((eb) =>
      eb
        .selectFrom('public_names')
        .where('member_id', '=', given('memberId'))
        .where('name_digest', '<>', given('digest'))
        .select(['name_digest', 'member_id', sql<Date>`now() + make_interval(days => ${given('days')})`.as('until')]),
    )
    .onConflict((on) =>
      on
        .column('name_digest')
        .doUpdateSet((eb) => ({ member_id: eb.ref('excluded.member_id'), until: eb.ref('excluded.until') })),
    ),
);

const RELEASE_ENDED = new PreparedStatement('left-public-names-ended', {}, () =>
  db.deleteFrom('left_public_names').where('until', '<=', now),
);

const RELEASE_OLDEST = new PreparedStatement('left-public-names-oldest', { ...ofMember, most: column.int }, (given) =>
  db
    .deleteFrom('left_public_names')
    .where('name_digest', 'in', (eb) =>
      eb
        .selectFrom('left_public_names')
        .where('member_id', '=', given('memberId'))
        .orderBy('until', 'desc')
        .orderBy('name_digest')
        .offset(given('most'))
        .select('name_digest'),
    ),
);

const TAKE_BACK = new PreparedStatement('left-public-name-take-back', named, (given) =>
  db
    .deleteFrom('left_public_names')
    .where('name_digest', '=', given('digest'))
    .where('member_id', '=', given('memberId')),
);

const HELD = new PreparedStatement('left-public-name-held', { digest: column.text }, (given) =>
  db.selectFrom('left_public_names').where('name_digest', '=', given('digest')).select('name_digest'),
);

const FORGET_OWNER = new PreparedStatement('left-public-names-forget', ofMember, (given) =>
  db.updateTable('left_public_names').set({ member_id: null }).where('member_id', '=', given('memberId')),
);

/** Of no name. */
const NONE = '';

/** Reads and writes the tables of public names; nothing else does. */
@Injectable()
export class PublicNames {
  constructor(private readonly sealer: Sealer) {}

  /**
   * Gives the member this name instead of the one before; none where it is empty. The one before is held for them.
   * Throws 409 where another has the name, or had it within the last year.
   */
  async claim(client: PoolClient, memberId: string, name: string): Promise<void> {
    const digest = name === '' ? NONE : this.digestOf(name);
    await RELEASE_ENDED.run(client, {});
    await HOLD.run(client, { memberId, digest, days: PUBLIC_NAME_HELD_DAYS });
    await RELEASE_OLDEST.run(client, { memberId, most: PUBLIC_NAMES_HELD });
    if (digest === NONE) {
      await GIVE_UP.run(client, { memberId });
      return;
    }
    try {
      await CLAIM.run(client, { memberId, digest });
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint === 'public_names_name') throw taken();
      throw error;
    }
    await TAKE_BACK.run(client, { memberId, digest });
    // Asked once the row has the name: who was giving it up at the same moment has been waited for, and is seen.
    const { rowCount } = await HELD.run(client, { digest });
    if (rowCount !== 0) throw taken();
  }

  /** Holds the names of a member who is erased, and forgets whose they were. */
  async forget(client: PoolClient, memberId: string): Promise<void> {
    await this.claim(client, memberId, '');
    await FORGET_OWNER.run(client, { memberId });
  }

  private digestOf(name: string): string {
    return this.sealer.digest('public name', name);
  }
}

const taken = (): Refused =>
  new Refused(memberProblems.publicNameTaken, {
    errors: [{ path: 'name', message: memberProblems.publicNameTaken.message }],
  });
