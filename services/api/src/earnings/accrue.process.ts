import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { AccrueEarnings, type Sold } from './earnings.commands.ts';

interface Sale {
  sold: Sold;
  correlationId: string;
}

/** Every image that somebody buys is its seller's sale; what it brings, if anything, is decided there. */
export const accrueEarnings: ProcessDefinition<AccountFact, Sale, AccrueEarnings> = {
  name: 'earnings.accrue',
  from: 'start',
  categories: [accountStream.category],

  on(fact) {
    if (fact.type !== 'ImagePurchased' || fact.data.sellerId === fact.data.memberId) return [];
    const { memberId: buyerId, sellerId, purchaseId, generationId, variantId, size, method } = fact.data;
    const { tenths, earningTenths, cents, curator } = fact.data;
    const sold: Sold = {
      sellerId,
      key: fact.id,
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
      at: fact.recordedAt.toISOString(),
    };
    return [
      {
        schedule: {
          key: fact.id,
          dueAt: fact.recordedAt,
          payload: { sold, correlationId: fact.metadata.$correlationId },
        },
      },
    ];
  },

  command: ({ key: cause, payload: { sold, correlationId } }) =>
    new AccrueEarnings(sold, {
      key: `accrue ${cause}`,
      actor: { kind: 'system', id: 'earnings.accrue' },
      correlationId,
      causationId: cause,
    }),
};
