import type { PendingDownload } from '@easel/contracts/downloads/http';
import type { CallInput } from '@easel/contracts/kernel/client/address';
import type { purchasesHttp } from '@easel/contracts/purchases/http';
import { purchaseRefusalOf, type PurchaseRefusal } from '../purchases/buying.ts';
import { totalOf } from './cart.ts';

type PurchaseInput = CallInput<typeof purchasesHttp.purchase>;

export const purchaseOf = ({ generationId, variantId, resolutionTier, price }: PendingDownload): PurchaseInput => ({
  body: { imageId: generationId, variantId, size: resolutionTier, paymentMethod: 'dollars', amount: price },
});

interface Checkout {
  buy: (item: PendingDownload) => Promise<{ purchaseId: string }>;
  onBought: (item: PendingDownload, purchaseId: string) => void;
  /** For another reason than an empty wallet. */
  onRefused: (item: PendingDownload, refusal: PurchaseRefusal) => void;
}

export interface Paid {
  /** What was not bought. */
  left: PendingDownload[];
  /** The refusal for want of money, after which nothing further was tried. */
  poor: Extract<PurchaseRefusal, { kind: 'poor' }> | null;
}

/** Buys one after the other, until the wallet is empty. */
export async function payFromWallet(items: readonly PendingDownload[], checkout: Checkout): Promise<Paid> {
  const left: PendingDownload[] = [];
  for (const [index, item] of items.entries()) {
    try {
      const { purchaseId } = await checkout.buy(item);
      checkout.onBought(item, purchaseId);
    } catch (error) {
      const refusal = purchaseRefusalOf(error, 'dollars', item.price);
      const untried = items.slice(index);
      if (refusal.kind === 'poor') return { left: [...left, ...untried], poor: refusal };
      checkout.onRefused(item, refusal);
      if (refusal.kind === 'signed-out') return { left: [...left, ...untried], poor: null };
      left.push(item);
    }
  }
  return { left, poor: null };
}

/** What to pay in so that everything left can be bought: whole dollars, not less than was suggested for one of them. */
export function topUpFor(
  { left, suggested }: { left: readonly PendingDownload[]; suggested: number },
  walletDollars: number,
): number {
  return Math.max(suggested, Math.ceil(totalOf(left) - walletDollars));
}
