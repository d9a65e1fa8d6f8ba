import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { CuratorFact } from '@easel/contracts/curators/events';
import { sectionKeptUntil } from '@easel/contracts/curators/policy';
import { curatorStream } from '@easel/contracts/curators/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { RemoveSection } from './remove-section.ts';

interface Ended {
  memberId: string;
  cause: string;
  correlationId: string;
}

/**
 * Removes a section twelve months after the appointment or the plan ended, whichever is recorded last. Each payment of
 * the plan postpones it. The section stays if the member is a curator when the timer is due.
 */
export const removeSections: ProcessDefinition<CuratorFact | AccountFact, Ended, RemoveSection> = {
  name: 'curators.remove-sections',
  from: 'start',
  categories: [curatorStream.category, accountStream.category],

  on: {
    CuratorEnded: (fact) => [scheduled(fact, fact.recordedAt)],
    SubscriptionChanged(fact) {
      const { tier, status, endDate } = fact.data;
      if (tier !== 'curator_partner') return [];
      const isOver = status === 'ended' || endDate === null;
      return [scheduled(fact, isOver ? fact.recordedAt : new Date(endDate))];
    },
  },

  command: ({ payload: { memberId, cause, correlationId } }) =>
    new RemoveSection(memberId, {
      key: `remove-section ${cause}`,
      actor: { kind: 'system', id: 'curators.remove-sections' },
      correlationId,
      causationId: cause,
    }),
};

const scheduled = ({ id, data, metadata }: Recorded<CuratorFact | AccountFact>, ended: Date): Step<Ended> => ({
  schedule: {
    key: data.memberId,
    dueAt: sectionKeptUntil(ended),
    payload: { memberId: data.memberId, cause: id, correlationId: metadata.$correlationId },
  },
});
