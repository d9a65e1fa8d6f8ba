import { accountStream } from '@easel/contracts/account/stream';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { AccountCommand } from './account.decider.ts';

interface Registration {
  cause: string;
  correlationId: string;
}

/**
 * Grants a new member's first allowance, so that a statement tells of it from the beginning, and not from the first
 * purchase.
 */
export const openAccounts: ProcessDefinition<MemberFact, Registration, Decide> = {
  name: 'account.open-account',
  from: 'start',
  categories: [memberStream.category],

  on: {
    MemberRegistered: ({ id, data, recordedAt, metadata }) => [
      {
        schedule: {
          key: data.memberId,
          dueAt: recordedAt,
          payload: { cause: id, correlationId: metadata.$correlationId },
        },
      },
    ],
  },

  command: ({ key: memberId, payload: { cause, correlationId } }) =>
    decide<AccountCommand>(
      accountStream,
      memberId,
      { type: 'OpenMonth', memberId },
      {
        key: `open ${memberId}`,
        actor: { kind: 'system', id: 'account.open-account' },
        correlationId,
        causationId: cause,
      },
    ),
};
