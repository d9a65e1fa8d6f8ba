import { Refused } from '@easel/contracts/kernel/problem';
import { orderProblems } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { orders, type Order } from './orders.decider.ts';
import { presentOrder, type OrderSummary } from './present-order.ts';

/** An order that was placed. */
export type PlacedOrder = Order & { placed: NonNullable<Order['placed']> };

/** Reads orders straight from their streams. */
@Injectable()
export class PlacedOrders {
  constructor(private readonly runner: DeciderRunner) {}

  /** Undefined where the order does not exist. `asKnown` is content with what this process has read or appended. */
  async find(orderId: string, { asKnown = false } = {}): Promise<PlacedOrder | undefined> {
    const { state } = await this.runner.fold(orderStream.nameOf(orderId), orders, { atLeastOnce: asKnown });
    const { placed } = state;
    return placed ? { ...state, placed } : undefined;
  }

  /** Undefined as well where it is another member's. */
  async ofMember(memberId: string, orderId: string): Promise<PlacedOrder | undefined> {
    const order = await this.find(orderId);
    return order?.placed.memberId === memberId ? order : undefined;
  }

  /** Returns what a command answers of an order. Throws notFound where it does not exist. */
  async summaryOf(orderId: string): Promise<OrderSummary> {
    const order = await this.find(orderId);
    if (!order) throw new Refused(orderProblems.notFound);
    return presentOrder(orderId, order);
  }
}
