import type { TrialFact } from '@easel/contracts/trials/events';
import { trialEndsAt } from '@easel/contracts/trials/policy';
import { trialsStream } from '@easel/contracts/trials/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { ErasePerson } from '@easel/kernel/identity/erase-person';

/**
 * Destroys the key of a visitor, and with it all that they have written, when the last of their pictures is gone. Of a
 * visitor who registers it is destroyed as soon as the member has the pictures.
 */
export const forgetVisitors: ProcessDefinition<TrialFact, null, ErasePerson> = {
  name: 'trials.forget-visitors',
  from: 'start',
  categories: [trialsStream.category],

  on: {
    TrialClaimed: ({ data: { visitorId, claimedAt } }) => [
      { schedule: { key: visitorId, dueAt: trialEndsAt(claimedAt), payload: null } },
    ],
  },

  command: ({ key: visitorId }) => new ErasePerson(visitorId),
};
