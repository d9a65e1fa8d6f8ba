import { generationStream } from '@easel/contracts/generation/stream';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { decide, type Decide } from '@easel/kernel/deciding/decide';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import type { GenerationCommand } from '../generation/generation.decider.ts';

interface Registration {
  memberId: string;
  visitorId: string;
  cause: string;
  correlationId: string;
}

/** Gives the picture of a visitor to the member who the visitor has become. */
export const adoptTrials: ProcessDefinition<MemberFact, Registration, Decide> = {
  name: 'trials.adopt',
  from: 'start',
  categories: [memberStream.category],

  on: {
    MemberRegistered: ({ id, data: { memberId, trial }, recordedAt, metadata }) => {
      if (!trial) return [];
      const payload = {
        memberId,
        visitorId: trial.visitorId,
        cause: id,
        correlationId: metadata.$correlationId,
      };
      // A key for each who claims it: the stream decides who was first.
      return [{ schedule: { key: `${trial.generationId} ${memberId}`, dueAt: recordedAt, payload } }];
    },
  },

  command: ({ key, payload: { memberId, visitorId, cause, correlationId } }) => {
    const [generationId = ''] = key.split(' ');
    return decide<GenerationCommand>(
      generationStream,
      generationId,
      { type: 'AdoptGeneration', generationId, memberId, visitorId },
      {
        key: `adopt ${key}`,
        actor: { kind: 'system', id: 'trials.adopt' },
        correlationId,
        causationId: cause,
      },
    );
  },
};
