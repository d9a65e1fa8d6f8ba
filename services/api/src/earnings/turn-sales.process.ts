import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { EarningsCommand } from './earnings.decider.ts';

interface Turned {
  sellerId: string;
  purchaseId: string;
  turn: number;
  cause: string;
  correlationId: string;
}

/**
 * Delay for regained payments. Members who buy from each other in a circle pass on reversals and their returns. If both
 * were equally fast, they could circulate for ever; with the delay, the reversal overtakes the return.
 */
const COMES_BACK_AFTER_MS = 5_000;

/** Reverses sales whose payment was reversed, and reinstates them when the payment is covered again. */
export const turnSales: ProcessDefinition<AccountFact, Turned, Decide> = {
  name: 'earnings.turn-sales',
  from: 'start',
  categories: [accountStream.category],

  on: {
    PurchaseCoverChanged({ id, data: { sellerId, purchaseId, turn, covered }, recordedAt, metadata }) {
      const dueAt = covered ? new Date(recordedAt.getTime() + COMES_BACK_AFTER_MS) : recordedAt;
      const payload = { sellerId, purchaseId, turn, cause: id, correlationId: metadata.$correlationId };
      return [{ schedule: { key: `${purchaseId} ${turn}`, dueAt, payload } }];
    },
  },

  command: ({ key, payload: { sellerId, purchaseId, turn, cause, correlationId } }) =>
    decide<EarningsCommand>(
      earningsStream,
      sellerId,
      { type: 'TurnSale', memberId: sellerId, purchaseId, turn },
      {
        key: `turn ${key}`,
        actor: { kind: 'system', id: 'earnings.turn-sales' },
        correlationId,
        causationId: cause,
      },
    ),
};
