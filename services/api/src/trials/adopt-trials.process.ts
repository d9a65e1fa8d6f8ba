import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { AdoptTrials } from './adopt-trials.ts';

interface Registration {
  memberId: string;
  visitorId: string;
  /** Absent from timers of before a visitor's earlier pictures were adopted as well. */
  earlier?: readonly string[] | undefined;
  cause: string;
  correlationId: string;
}

/** Gives the pictures of a visitor to the member who the visitor has become. */
export const adoptTrials: ProcessDefinition<MemberFact, Registration, AdoptTrials> = {
  name: 'trials.adopt',
  from: 'start',
  categories: [memberStream.category],

  on: {
    MemberRegistered: ({ id, data: { memberId, trial }, recordedAt, metadata }) => {
      if (!trial) return [];
      const payload = {
        memberId,
        visitorId: trial.visitorId,
        earlier: trial.earlier,
        cause: id,
        correlationId: metadata.$correlationId,
      };
      // A key for each who claims them: the streams decide who was first.
      return [{ schedule: { key: `${trial.generationId} ${memberId}`, dueAt: recordedAt, payload } }];
    },
  },

  command: ({ key, payload: { memberId, visitorId, earlier = [], cause, correlationId } }) => {
    const [latest = ''] = key.split(' ');
    return new AdoptTrials(
      { memberId, visitorId, generationIds: [latest, ...earlier] },
      { actor: { kind: 'system', id: 'trials.adopt' }, correlationId, causationId: cause },
    );
  },
};
