import type { AccountFact } from '@easel/contracts/account/events';
import type { Fact } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';

interface CardOrder {
  paidCents: number;
  /** What refunds took that is not of the downloads that they name. */
  refundedCents: number;
  disputes: Set<string>;
  isShipped: boolean;
}

/** The parts of facts that it looks at. */
type Of<Type extends (AccountFact | OrderFact)['type']> = Extract<AccountFact | OrderFact, Fact<Type>>;

/**
 * What was paid for printed products and their delivery, less what went back of it, as long as nothing of the order was
 * shipped. A refund that names no downloads is of the products first.
 */
export class UnshippedPrints {
  /** By payment. */
  private readonly orders = new Map<string, CardOrder>();
  private readonly paymentOf = new Map<string, string>();
  /** Cents that a card paid for each download. */
  private readonly downloads = new Map<string, number>();

  /** Returns by how many cents it grew. */
  see(fact: { type: string }): number {
    const seen = fact as AccountFact | OrderFact;
    switch (seen.type) {
      case 'PrintsPurchased':
        this.paymentOf.set(seen.data.orderId, seen.data.paymentId);
        return this.change(seen.data.paymentId, (order) => ({ ...order, paidCents: seen.data.cents }));
      case 'ImagePurchased':
        if (seen.data.method === 'card') this.downloads.set(seen.data.purchaseId, seen.data.cents);
        return 0;
      case 'WalletRefunded':
        return this.refund(seen.data);
      case 'WalletDisputed':
        return this.dispute(seen.data);
      case 'OrderStatusChanged':
        return seen.data.to === 'shipped' ? this.ship(seen.data.orderId) : 0;
      default:
        return 0;
    }
  }

  private refund({ paymentId, outcome, cents, purchaseIds = [] }: Of<'WalletRefunded'>['data']): number {
    const named = purchaseIds.reduce((sum, id) => sum + (this.downloads.get(id) ?? 0), 0);
    const ofPrints = Math.max(0, cents - named) * (outcome === 'made' ? 1 : -1);
    return this.change(paymentId, (order) => ({ ...order, refundedCents: order.refundedCents + ofPrints }));
  }

  private dispute({ paymentId, disputeId, outcome }: Of<'WalletDisputed'>['data']): number {
    return this.change(paymentId, (order) => {
      const disputes = new Set([...order.disputes, disputeId]);
      if (outcome === 'released') disputes.delete(disputeId);
      return { ...order, disputes };
    });
  }

  private ship(orderId: string): number {
    const paymentId = this.paymentOf.get(orderId);
    return paymentId === undefined ? 0 : this.change(paymentId, (order) => ({ ...order, isShipped: true }));
  }

  private change(paymentId: string, by: (order: CardOrder) => CardOrder): number {
    const before = this.orders.get(paymentId) ?? none();
    const after = by(before);
    this.orders.set(paymentId, after);
    return openCents(after) - openCents(before);
  }
}

const none = (): CardOrder => ({ paidCents: 0, refundedCents: 0, disputes: new Set(), isShipped: false });

const openCents = ({ paidCents, refundedCents, disputes, isShipped }: CardOrder): number =>
  isShipped || disputes.size > 0 ? 0 : Math.max(0, paidCents - refundedCents);
