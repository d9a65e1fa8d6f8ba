import { setImmediate as pause } from 'node:timers/promises';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { RingsLookup } from '../earnings/rings.lookup.ts';
import type { Sold } from './announcement.decider.ts';
import type { Competition } from './competition-state.decider.ts';
import { EnteredOrders, soldOf, type EntrySale } from './tally.ts';

/** Event types that change proceeds. The store sends no others of an order. */
const types: readonly OrderFact['type'][] = ['OrderPlaced', 'OrderPaid', 'OrderRefundRequested', 'OrderRefunded'];

/**
 * Computes the sales of a challenge's entries from the current orders. Orders of the entrant and of the entrant's ring
 * are left out, and orders whose payment is disputed or was lost. Members who order each other's entries in a circle
 * are a ring as well. spec: rulings "Proceeds of a challenge"
 */
@Injectable()
export class ChallengeTally {
  constructor(
    private readonly log: EventLog,
    private readonly accounts: AccountLookup,
    private readonly rings: RingsLookup,
  ) {}

  async of(challenge: Competition): Promise<Sold[]> {
    if (Object.keys(challenge.entries).length === 0) return [];
    const sales = await this.undisputed((await this.ordersOf(challenge)).entrySales());
    const rings = await this.buyersInRings(sales);
    return soldOf(sales, (entrantId) => rings.get(entrantId) ?? new Set());
  }

  /**
   * Finds of each entrant the buyers who are in the entrant's ring, and keeps no more of it: thousands of rings of
   * thousands of members each would not fit in memory.
   */
  private async buyersInRings(sales: readonly EntrySale[]): Promise<Map<string, ReadonlySet<string>>> {
    const ringOf = this.rings.among(sales);
    const found = new Map<string, ReadonlySet<string>>();
    for (const [sellerId, own] of Map.groupBy(sales, (sale) => sale.sellerId)) {
      const ring = await ringOf(sellerId);
      found.set(sellerId, new Set(own.flatMap(({ buyerId }) => (ring.has(buyerId) ? [buyerId] : []))));
      // What has been read once needs no waiting: without a pause, requests would wait for all rings together.
      await pause();
    }
    return found;
  }

  private async ordersOf(challenge: Competition): Promise<EnteredOrders> {
    const orders = new EnteredOrders(challenge);
    const stop = new AbortController();
    const following = { categories: [orderStream.category], types, after: 'start', signal: stop.signal } as const;
    for await (const item of this.log.subscribe(following)) {
      if (item.kind === 'caught-up') stop.abort();
      if (item.kind === 'fact') orders.take(readable(item.fact));
    }
    return orders;
  }

  private async undisputed(sales: EntrySale[]): Promise<EntrySale[]> {
    const disputed = new Map<string, ReadonlySet<string>>();
    for (const { buyerId } of sales) {
      if (!disputed.has(buyerId)) disputed.set(buyerId, await this.accounts.disputedPaymentsOf(buyerId));
    }
    return sales.filter(({ buyerId, paymentId }) => !disputed.get(buyerId)?.has(paymentId));
  }
}

/** Throws if an event cannot be read, so that money is never divided by a part of the orders. */
function readable(fact: Recorded): OrderFact {
  if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
  return fact as Recorded<OrderFact>;
}
