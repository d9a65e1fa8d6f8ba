import { utcDay } from '@easel/contracts/account/policy';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { salesMailAt } from '@easel/contracts/earnings/policy';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostSales, type SoldDay } from './post-sales.ts';

/** Mails sellers in the morning about the sales of the day before, with one timer per seller and day. */
export const postSales: ProcessDefinition<EarningsFact, SoldDay, PostSales> = {
  name: 'earnings.post-sales',
  from: 'now',
  categories: [earningsStream.category],

  on: {
    EarningsAccrued({ data: { memberId, accruedAt } }) {
      const day = utcDay(new Date(accruedAt));
      return [{ schedule: { key: `${memberId} ${day}`, dueAt: salesMailAt(day), payload: { memberId, day } } }];
    },
  },

  command: ({ payload }) => new PostSales(payload),
};
