import type { OrderStatus } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { orders } from './orders.decider.ts';
import { underWay } from './under-way.ts';

/** An order of printed products that its member waits for. */
interface OrderUnderWay {
  orderId: string;
  reference: string;
  status: OrderStatus;
  /** When it counts as delivered at the latest, if nothing goes wrong. */
  until: Date;
}

/** Finds the orders that members wait for. */
@Injectable()
export class OrdersUnderWayLookup {
  constructor(
    private readonly accounts: AccountLookup,
    private readonly runner: DeciderRunner,
  ) {}

  /** Returns orders of printed products that are paid and not delivered, the oldest first. */
  async of(memberId: string, now: Date): Promise<OrderUnderWay[]> {
    const found: OrderUnderWay[] = [];
    for (const orderId of await this.accounts.printOrdersOf(memberId)) {
      const { state } = await this.runner.fold(orderStream.nameOf(orderId), orders);
      const waits = underWay(state, now);
      if (waits) found.push({ orderId, status: state.status, ...waits });
    }
    return found;
  }
}
