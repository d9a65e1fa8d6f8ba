import type { Pool, PoolClient } from '@easel/kernel/database/database';
import { PreparedStatement, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import type { ChallengeNews } from '@easel/contracts/competitions/policy';

export const challengeMailingTables = [
  // Progress of the mails about a challenge to all members who opted in: the last member, in the order of ids.
  `CREATE TABLE vault.challenge_mailings (
     competition_id uuid NOT NULL,
     news text NOT NULL,
     reached uuid NOT NULL,
     PRIMARY KEY (competition_id, news)
   )`,
];

export const challengeMailings = table(
  'challenge_mailings',
  { competition_id: column.uuid, news: column.text, reached: column.uuid },
  { key: ['competition_id', 'news'] },
);

const db = queriesOf<Database<[typeof challengeMailings]>>('vault');
const ofMailing = { competitionId: column.uuid, news: column.text };

const REACHED = new PreparedStatement('challenge-mailing', ofMailing, (given) =>
  db
    .selectFrom('challenge_mailings')
    .select('reached')
    .where('competition_id', '=', given('competitionId'))
    .where('news', '=', given('news')),
);

const ADVANCE = new PreparedStatement(
  'challenge-mailing-advance',
  { ...ofMailing, before: column.uuid.orNull, reached: column.uuid },
  (given) =>
    db
      .insertInto('challenge_mailings')
      .values({ competition_id: given('competitionId'), news: given('news'), reached: given('reached') })
      .onConflict((on) =>
        on
          .columns(['competition_id', 'news'])
          .doUpdateSet((eb) => ({ reached: eb.ref('excluded.reached') }))
          .where('challenge_mailings.reached', '=', given('before').$notNull()),
      ),
);

export interface Mailing {
  competitionId: string;
  news: ChallengeNews;
}

/** Returns the last member that a mailing has reached; null before the first. */
export async function reachedBy(pool: Pool, mailing: Mailing): Promise<string | null> {
  const { rows } = await REACHED.run(pool, mailing);
  return rows[0]?.reached ?? null;
}

/** Advances a mailing in the caller's transaction. Returns false if another process has advanced it. */
export async function advance(
  client: PoolClient,
  mailing: Mailing,
  before: string | null,
  reached: string,
): Promise<boolean> {
  const { rowCount } = await ADVANCE.run(client, { ...mailing, before, reached });
  return rowCount === 1;
}
