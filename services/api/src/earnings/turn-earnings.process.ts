import { accountStream } from '@easel/contracts/account/stream';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { AccountCommand } from '../account/account.decider.ts';

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

type Turn = Extract<EarningsFact, { type: 'EarningsReversed' | 'EarningsReinstated' }>;

/** Deducts settled earnings from the seller's account when a sale is reversed, and adds them back on reinstatement. */
export const turnEarnings: ProcessDefinition<EarningsFact, Turned, Decide> = {
  name: 'earnings.turn-earnings',
  from: 'start',
  categories: [earningsStream.category],

  on: { EarningsReversed: (fact) => turned(fact, false), EarningsReinstated: (fact) => turned(fact, true) },

  command: ({ key, payload: { memberId, cause, correlationId, ...sale } }) =>
    decide<AccountCommand>(
      accountStream,
      memberId,
      { type: 'TurnEarnings', memberId, ...sale },
      {
        key: `turn-earnings ${key}`,
        actor: { kind: 'system', id: 'earnings.turn-earnings' },
        correlationId,
        causationId: cause,
      },
    ),
};

function turned({ id, data, recordedAt, metadata }: Recorded<Turn>, covered: boolean): Step<Turned>[] {
  const { memberId, purchaseId, turn, tenths, cents, matured } = data;
  if (!matured || (tenths === 0 && cents === 0)) return [];
  const sums = { memberId, purchaseId, turn, covered, tenths, cents };
  const payload = { ...sums, cause: id, correlationId: metadata.$correlationId };
  return [{ schedule: { key: `${purchaseId} ${turn}`, dueAt: recordedAt, payload } }];
}
