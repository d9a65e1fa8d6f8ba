import { accountStream } from '@easel/contracts/account/stream';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { AccountCommand } from '../account/account.decider.ts';

interface Maturity {
  memberId: string;
  day: string;
  tenths: number;
  cents: number;
  sales: number;
  cause: string;
  correlationId: string;
}

/** Transfers matured earnings to the seller's account. */
export const settleEarnings: ProcessDefinition<EarningsFact, Maturity, Decide> = {
  name: 'earnings.settle',
  from: 'start',
  categories: [earningsStream.category],

  on: {
    EarningsMatured: ({ id, data, recordedAt, metadata }) => [
      {
        schedule: {
          key: `${data.memberId} ${data.day}`,
          dueAt: recordedAt,
          payload: { ...data, cause: id, correlationId: metadata.$correlationId },
        },
      },
    ],
  },

  command: ({ key, payload: { memberId, cause, correlationId, ...matured } }) =>
    decide<AccountCommand>(
      accountStream,
      memberId,
      { type: 'SettleEarnings', memberId, ...matured },
      {
        key: `settle-earnings ${key}`,
        actor: { kind: 'system', id: 'earnings.settle' },
        correlationId,
        causationId: cause,
      },
    ),
};
