import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { PlacedOrders } from './placed-orders.ts';
import { underWay, type UnderWay } from './under-way.ts';

/** Read-only door to what members wait for. */
@Injectable()
export class OrdersUnderWayLookup {
  constructor(
    private readonly accounts: AccountLookup,
    private readonly orders: PlacedOrders,
  ) {}

  /** Orders of printed products that are paid and not delivered, the oldest first. */
  async of(memberId: string, now: Date): Promise<UnderWay[]> {
    const found: UnderWay[] = [];
    for (const orderId of await this.accounts.printOrdersOf(memberId)) {
      const order = await this.orders.find(orderId);
      const waits = order && underWay(order, now);
      if (waits) found.push(waits);
    }
    return found;
  }
}
