import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { ProcessDefinition } from '@easel/kernel/process';
import { SettleEarnings } from '../account/account.commands.ts';

interface Maturity {
  memberId: string;
  day: string;
  tenths: number;
  cents: number;
  sales: number;
  cause: string;
  correlationId: string;
}

/** Brings what has matured into the seller's account. */
export const settleEarnings: ProcessDefinition<EarningsFact, Maturity, SettleEarnings> = {
  name: 'earnings.settle',
  from: 'start',
  categories: [earningsStream.category],

  on: (fact) =>
    fact.type === 'EarningsMatured'
      ? [
          {
            schedule: {
              key: `${fact.data.memberId} ${fact.data.day}`,
              dueAt: fact.recordedAt,
              payload: { ...fact.data, cause: fact.id, correlationId: fact.metadata.$correlationId },
            },
          },
        ]
      : [],

  command: ({ key, payload: { memberId, cause, correlationId, ...matured } }) =>
    new SettleEarnings(memberId, matured, {
      key: `settle-earnings ${key}`,
      actor: { kind: 'system', id: 'earnings.settle' },
      correlationId,
      causationId: cause,
    }),
};
