import { PreparedStatement, queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database, table } from '@easel/kernel/database/table';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Customers } from './customers.ts';

/** Who is who at the card service. A `place` is one of its books: its test mode, its live mode, the stand-in. */
export const paymentTables = [
  `CREATE TABLE vault.stripe_customers (
     member_id uuid NOT NULL,
     place text NOT NULL,
     customer_id text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (member_id, place)
   )`,
];

export const stripeCustomers = table(
  'stripe_customers',
  {
    member_id: column.uuid,
    place: column.text,
    customer_id: column.text,
    created_at: column.timestamptz.filled('default now()'),
  },
  { key: ['member_id', 'place'] },
);

const db = queriesOf<Database<[typeof stripeCustomers]>>('vault');
const ofMember = { memberId: column.uuid, place: column.text };

const FIND = new PreparedStatement('stripe-customer', ofMember, (given) =>
  db
    .selectFrom('stripe_customers')
    .where('member_id', '=', given('memberId'))
    .where('place', '=', given('place'))
    .select('customer_id'),
);

const KEEP = new PreparedStatement('stripe-customer-keep', { ...ofMember, customerId: column.text }, (given) =>
  db
    .insertInto('stripe_customers')
    .values({ member_id: given('memberId'), place: given('place'), customer_id: given('customerId') })
    .onConflict((on) => on.doNothing()),
);

const FORGET = new PreparedStatement('stripe-customer-forget', ofMember, (given) =>
  db.deleteFrom('stripe_customers').where('member_id', '=', given('memberId')).where('place', '=', given('place')),
);

@Injectable()
export class StoredCustomers extends Customers {
  constructor(@Inject(POOL) private readonly pool: Pool) {
    super();
  }

  async of(memberId: string, place: string): Promise<string | undefined> {
    const { rows } = await FIND.run(this.pool, { memberId, place });
    return rows[0]?.customer_id;
  }

  async keep(memberId: string, place: string, customerId: string): Promise<string> {
    await KEEP.run(this.pool, { memberId, place, customerId });
    return (await this.of(memberId, place)) ?? customerId;
  }

  async forget(memberId: string, place: string): Promise<void> {
    await FORGET.run(this.pool, { memberId, place });
  }
}
