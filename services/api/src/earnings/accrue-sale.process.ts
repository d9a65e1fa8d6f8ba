import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { AccrueSale, type Sold } from './accrue-sale.ts';

interface Sale {
  sold: Sold;
  correlationId: string;
}

/** Accrues each purchase of an image to its seller. The decider computes the earnings, if any. */
export const accrueEarnings: ProcessDefinition<AccountFact, Sale, AccrueSale> = {
  name: 'earnings.accrue',
  from: 'start',
  categories: [accountStream.category],

  on: {
    ImagePurchased({ id: key, data, recordedAt, metadata }) {
      const { memberId: buyerId, sellerId, purchaseId, generationId, variantId, size, method } = data;
      const { tenths, earningTenths, cents, curator } = data;
      if (sellerId === buyerId) return [];
      const sold: Sold = {
        sellerId,
        key,
        buyerId,
        purchaseId,
        generationId,
        variantId,
        size,
        method,
        tenths,
        earningTenths,
        cents,
        curator,
        at: recordedAt.toISOString(),
      };
      return [{ schedule: { key, dueAt: recordedAt, payload: { sold, correlationId: metadata.$correlationId } } }];
    },
  },

  command: ({ key: cause, payload: { sold, correlationId } }) =>
    new AccrueSale(sold, {
      key: `accrue ${cause}`,
      actor: { kind: 'system', id: 'earnings.accrue' },
      correlationId,
      causationId: cause,
    }),
};
