import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { TrialFact } from '@easel/contracts/trials/events';
import { trialEndsAt } from '@easel/contracts/trials/policy';
import { trialsStream } from '@easel/contracts/trials/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { ErasePerson } from '@easel/kernel/identity/erase-person';

/**
 * Destroys the key of a visitor, and with it all that they have written: once a member has the picture, in whose words
 * it stands then, or when the last one is gone.
 */
export const forgetVisitors: ProcessDefinition<TrialFact | GenerationFact, null, ErasePerson> = {
  name: 'trials.forget-visitors',
  from: 'start',
  categories: [trialsStream.category, generationStream.category],

  on: {
    TrialClaimed: ({ data: { visitorId, claimedAt } }) => [
      { schedule: { key: visitorId, dueAt: trialEndsAt(claimedAt), payload: null } },
    ],
    GenerationAdopted: ({ data: { visitorId }, recordedAt }) => [
      { schedule: { key: visitorId, dueAt: recordedAt, payload: null } },
    ],
  },

  command: ({ key: visitorId }) => new ErasePerson(visitorId),
};
