import { now, PreparedStatement, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import type { Pool } from 'pg';
import type { AllowanceSweeps, Sweep } from './allowance-sweeps.ts';

/** `reached`: the member looked at last, in the order of their ids. */
export const allowanceSweepTables = [
  `CREATE TABLE vault.allowance_sweeps (
     month text PRIMARY KEY,
     reached uuid,
     opened bigint NOT NULL DEFAULT 0,
     finished_at timestamptz
   )`,
  // Members whose account could not be opened then: they are come back to.
  'CREATE TABLE vault.allowances_left (member_id uuid PRIMARY KEY, since timestamptz NOT NULL DEFAULT now())',
];

export const allowanceSweeps = table(
  'allowance_sweeps',
  {
    month: column.text,
    reached: column.uuid.orNull,
    opened: column.bigint.filled('default 0'),
    finished_at: column.timestamptz.orNull,
  },
  { key: ['month'] },
);

export const allowancesLeft = table(
  'allowances_left',
  { member_id: column.uuid, since: column.timestamptz.filled('default now()') },
  { key: ['member_id'] },
);

const db = queriesOf<Database<[typeof allowanceSweeps, typeof allowancesLeft]>>('vault');
const ofMonth = { month: column.text };
const ofMember = { memberId: column.uuid };

const CLOCK = new PreparedStatement('allowance-clock', {}, () => db.selectNoFrom(now.as('now')));

const BEGIN = new PreparedStatement('allowance-sweep-begin', ofMonth, (given) =>
  db
    .insertInto('allowance_sweeps')
    .values({ month: given('month') })
    .onConflict((on) => on.doNothing()),
);

const LATEST = new PreparedStatement('allowance-sweep-latest', {}, () =>
  db
    .selectFrom('allowance_sweeps')
    .select((eb) => ['month', 'reached', eb('finished_at', 'is not', null).$castTo<boolean>().as('finished')])
    .orderBy('month', 'desc')
    .limit(1),
);

const ADVANCE = new PreparedStatement(
  'allowance-sweep-advance',
  { ...ofMonth, reached: column.uuid, opened: column.bigint },
  (given) =>
    db
      .updateTable('allowance_sweeps')
      .set((eb) => ({ reached: given('reached'), opened: eb('opened', '+', given('opened')) }))
      .where('month', '=', given('month')),
);

const FINISH = new PreparedStatement('allowance-sweep-finish', ofMonth, (given) =>
  db.updateTable('allowance_sweeps').set({ finished_at: now }).where('month', '=', given('month')).returning('opened'),
);

const LEAVE = new PreparedStatement('allowance-leave', ofMember, (given) =>
  db
    .insertInto('allowances_left')
    .values({ member_id: given('memberId') })
    .onConflict((on) => on.doNothing()),
);

const LEFT = new PreparedStatement('allowances-left', { after: column.uuid.orNull, limit: column.int }, (given) =>
  db
    .selectFrom('allowances_left')
    .where((eb) => eb.or([eb(given('after'), 'is', null), eb('member_id', '>', given('after').$notNull())]))
    .select('member_id')
    .orderBy('member_id')
    .limit(given('limit')),
);

const SETTLE = new PreparedStatement('allowance-settle', ofMember, (given) =>
  db.deleteFrom('allowances_left').where('member_id', '=', given('memberId')),
);

/** `vault.allowance_sweeps`, and the members left behind. */
export class StoredAllowanceSweeps implements AllowanceSweeps {
  constructor(private readonly pool: Pool) {}

  async clock(): Promise<Date> {
    const { rows } = await CLOCK.run(this.pool, {});
    if (!rows[0]) throw new Error('the database does not tell the time');
    return rows[0].now;
  }

  async begin(month: string): Promise<Sweep | undefined> {
    await BEGIN.run(this.pool, { month });
    const { rows } = await LATEST.run(this.pool, {});
    const [latest] = rows;
    return latest?.month === month ? { reached: latest.reached, finished: latest.finished } : undefined;
  }

  async advance(month: string, reached: string, opened: number): Promise<void> {
    await ADVANCE.run(this.pool, { month, reached, opened });
  }

  async finish(month: string): Promise<number> {
    const { rows } = await FINISH.run(this.pool, { month });
    return Number(rows[0]?.opened);
  }

  async leave(memberId: string): Promise<void> {
    await LEAVE.run(this.pool, { memberId });
  }

  async left(after: string | null, limit: number): Promise<string[]> {
    const { rows } = await LEFT.run(this.pool, { after, limit });
    return rows.map(({ member_id }) => member_id);
  }

  async settle(memberId: string): Promise<void> {
    await SETTLE.run(this.pool, { memberId });
  }
}
