import type { MemoryPool } from '@easel/kernel/testing/twins/memory-database';
import { Customers } from '../../payments/customers.ts';

/** Customers in a database in memory. */
export class MemoryCustomers extends Customers {
  constructor(private readonly pool: MemoryPool) {
    super();
  }

  of(memberId: string, place: string): Promise<string | undefined> {
    return this.pool.statement('customers.of', undefined, (tx) =>
      tx.rows<string>('stripe_customers').get(`${memberId} ${place}`),
    );
  }

  async keep(memberId: string, place: string, customerId: string): Promise<string> {
    await this.pool.statement('customers.keep', undefined, async (tx) => {
      const customers = tx.rows<string>('stripe_customers');
      const key = `${memberId} ${place}`;
      if ((await customers.locked(key)) === undefined) await customers.put(key, customerId);
    });
    return (await this.of(memberId, place)) ?? customerId;
  }

  async forget(memberId: string, place: string): Promise<void> {
    await this.pool.statement('customers.forget', undefined, (tx) =>
      tx.rows<string>('stripe_customers').delete(`${memberId} ${place}`),
    );
  }
}
