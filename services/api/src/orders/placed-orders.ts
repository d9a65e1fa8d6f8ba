import { orderStream } from '@easel/contracts/orders/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { orders, type Order } from './orders.decider.ts';

/** An order that was placed. */
export type PlacedOrder = Order & { placed: NonNullable<Order['placed']> };

/** Reads orders straight from their streams. */
@Injectable()
export class PlacedOrders {
  constructor(private readonly runner: DeciderRunner) {}

  /** Undefined where there is no such order. */
  async find(orderId: string): Promise<PlacedOrder | undefined> {
    const { state } = await this.runner.fold(orderStream.nameOf(orderId), orders);
    const { placed } = state;
    return placed ? { ...state, placed } : undefined;
  }

  /** Undefined as well where it is another member's. */
  async ofMember(memberId: string, orderId: string): Promise<PlacedOrder | undefined> {
    const order = await this.find(orderId);
    return order?.placed.memberId === memberId ? order : undefined;
  }
}
