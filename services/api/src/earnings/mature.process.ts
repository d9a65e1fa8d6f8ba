import { utcDay } from '@easel/contracts/account/policy';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { settlesAt } from '@easel/contracts/earnings/policy';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { EarningsCommand } from './earnings.decider.ts';

interface Accrual {
  memberId: string;
  cause: string;
  correlationId: string;
}

/**
 * Lets earnings mature at the UTC midnight at which they are due: one timer a seller and day. A seller's timer is never
 * moved by the next sale, or whoever sells every day would never be paid.
 */
export const matureEarnings: ProcessDefinition<EarningsFact, Accrual, Decide> = {
  name: 'earnings.mature',
  from: 'start',
  categories: [earningsStream.category],

  on: {
    EarningsAccrued({ id, data: { memberId, accruedAt }, metadata }) {
      const dueAt = settlesAt(accruedAt);
      const payload = { memberId, cause: id, correlationId: metadata.$correlationId };
      return [{ schedule: { key: `${memberId} ${utcDay(dueAt)}`, dueAt, payload } }];
    },
  },

  // At the instant it was due, not at the one it is performed at: a clock that runs behind holds nothing back, and what
  // comes late settles no more than what was due.
  command: ({ dueAt, payload: { memberId, cause, correlationId } }) =>
    decide<EarningsCommand>(
      earningsStream,
      memberId,
      { type: 'MatureEarnings', memberId, at: dueAt },
      {
        key: `mature ${memberId} ${utcDay(dueAt)}`,
        actor: { kind: 'system', id: 'earnings.mature' },
        correlationId,
        causationId: cause,
      },
    ),
};
