import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { ProcessDefinition } from '@easel/kernel/process';
import { TurnEarnings } from '../account/account.commands.ts';

interface Turned {
  memberId: string;
  purchaseId: string;
  turn: number;
  covered: boolean;
  tenths: number;
  cents: number;
  cause: string;
  correlationId: string;
}

/** Takes out of the seller's account what sales had brought it that bring nothing any more, and gives it back. */
export const turnEarnings: ProcessDefinition<EarningsFact, Turned, TurnEarnings> = {
  name: 'earnings.turn-earnings',
  from: 'start',
  categories: [earningsStream.category],

  on(fact) {
    if (fact.type !== 'EarningsReversed' && fact.type !== 'EarningsReinstated') return [];
    const { memberId, purchaseId, turn, tenths, cents, matured } = fact.data;
    if (!matured) return [];
    const covered = fact.type === 'EarningsReinstated';
    const sums = { memberId, purchaseId, turn, covered, tenths, cents };
    const payload = { ...sums, cause: fact.id, correlationId: fact.metadata.$correlationId };
    return [{ schedule: { key: `${purchaseId} ${turn}`, dueAt: fact.recordedAt, payload } }];
  },

  command: ({ key, payload: { memberId, cause, correlationId, ...sale } }) =>
    new TurnEarnings(memberId, sale, {
      key: `turn-earnings ${key}`,
      actor: { kind: 'system', id: 'earnings.turn-earnings' },
      correlationId,
      causationId: cause,
    }),
};
