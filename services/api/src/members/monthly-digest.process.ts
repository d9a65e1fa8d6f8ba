import type { Recorded } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import { nextDigestAt } from '@easel/contracts/members/policy';
import { memberStream } from '@easel/contracts/members/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import type { MemberCommand } from './member.decider.ts';

interface Subscribed {
  cause: string;
  correlationId: string;
}

/**
 * Sends the monthly mail to each member who asked for it: one timer a member, from the month after. A timer that is
 * gone by is set again by the decider; where it sent the mail, by what it recorded, so that no two mails have a key in
 * common.
 */
export const sendDigests: ProcessDefinition<MemberFact, Subscribed, Decide> = {
  name: 'members.send-digests',
  from: 'start',
  categories: [memberStream.category],

  on: {
    MemberRegistered: (fact) => (fact.data.marketingOptIn ? [inTheNextMonth(fact)] : []),
    MarketingOptInChanged: (fact) => (fact.data.optedIn ? [inTheNextMonth(fact)] : [{ cancel: fact.data.memberId }]),
    DigestSent: (fact) => [inTheNextMonth(fact)],
  },

  command: ({ key: memberId, payload: { cause, correlationId } }) =>
    decide<MemberCommand>(
      memberStream,
      memberId,
      { type: 'SendDigest', memberId },
      {
        key: `digest ${cause}`,
        actor: { kind: 'system', id: 'members.send-digests' },
        correlationId,
        causationId: cause,
      },
    ),
};

type Subscribing = Extract<MemberFact, { type: 'MemberRegistered' | 'MarketingOptInChanged' | 'DigestSent' }>;

const inTheNextMonth = ({ id, data, recordedAt, metadata }: Recorded<Subscribing>): Step<Subscribed> => ({
  schedule: {
    key: data.memberId,
    dueAt: nextDigestAt(recordedAt),
    payload: { cause: id, correlationId: metadata.$correlationId },
  },
});
