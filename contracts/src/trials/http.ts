import * as z from 'zod/mini';
import { generationProblems } from '../generation/http.ts';
import { agreed, prompt } from '../generation/request.http.ts';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';

export const trialProblems = defineProblems('trials', {
  budgetSpent: [403, 'Today’s free pictures are all made. Create an account to make your own now.'],
  visitorSpent: [403, 'You have made all the free pictures of today. Create an account to make more.'],
  networkSpent: [403, 'Your network has had its free pictures of today. Create an account to make your own.'],
  inFlight: [409, 'Your picture is still being made. Please wait for it.'],
  forVisitors: [403, 'You are signed in. Make your pictures in the studio.'],
  failed: [422, 'This picture could not be made. Please try again.'],
  notFound: [404, 'Not found'],
});

/** A visitor's own picture. */
export const trial = z.object({
  id: z.string(),
  status: z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled']),
  prompt: z.string(),
  seed: z.number(),
  width: z.number(),
  height: z.number(),
  /** Where the visitor alone sees it, watermarked; null until it is made. */
  image_url: z.nullable(z.string()),
  /** Of the whole, 0 to 1. */
  progress: z.number(),
  /** Renders that come before it, from 0; null once it is being made, and while that is not known. */
  position: z.nullable(z.number()),
  /** When it goes, unless its visitor registers. */
  ends_at: z.string(),
});
export type Trial = z.output<typeof trial>;

const success = z.literal(true);
const byId = z.object({ id: z.uuid() });

/** Whose picture it is says the cookie that the first call sets. */
export const trialsHttp = {
  /** Answered on acceptance with 202. */
  make: route({
    method: 'POST',
    path: '/api/trials',
    side: 'command',
    access: 'anyone',
    body: z.object({ prompt, agreed }),
    reply: z.object({ success, trial }),
    errors: [
      ...Object.values(trialProblems),
      generationProblems.notUnderstood,
      generationProblems.unsettableCharacters,
    ],
    moves: ['trial'],
    limit: { calls: 10, seconds: 60 },
    idempotent: true,
  }),
  /** The last one that is still there; null where there is none. */
  current: route({
    method: 'GET',
    path: '/api/trials/current',
    side: 'command',
    access: 'anyone',
    reply: z.object({ success, trial: z.nullable(trial) }),
    limit: { calls: 240, seconds: 60 },
  }),
  /** WebP. */
  image: route({
    method: 'GET',
    path: '/api/trials/:id/image',
    side: 'command',
    access: 'anyone',
    acts: true,
    params: byId,
    errors: [trialProblems.notFound],
    limit: { calls: 240, seconds: 60 },
  }),
};
