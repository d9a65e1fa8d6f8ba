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
 * Lets earnings mature at the UTC midnight at which they are due, with one timer per seller and day. The next sale does
 * not move the timer; otherwise a member who sells every day would never be paid.
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

  // Uses the due time instead of the current time: a slow clock delays nothing, and a late timer settles only what was
  // due.
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
