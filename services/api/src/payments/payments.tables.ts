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

@Injectable()
export class StoredCustomers extends Customers {
  constructor(@Inject(POOL) private readonly pool: Pool) {
    super();
  }

  async of(memberId: string, place: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ customer_id: string }>({
      name: 'stripe-customer',
      text: 'SELECT customer_id FROM vault.stripe_customers WHERE member_id = $1 AND place = $2',
      values: [memberId, place],
    });
    return rows[0]?.customer_id;
  }

  async keep(memberId: string, place: string, customerId: string): Promise<string> {
    await this.pool.query(
      `INSERT INTO vault.stripe_customers (member_id, place, customer_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [memberId, place, customerId],
    );
    return (await this.of(memberId, place)) ?? customerId;
  }
}
