import { timeLimit } from '@easel/kernel/server/backoff';
import type { Post } from './courier.ts';

const TIMEOUT_MS = 10_000;

/** Brings an event over HTTP. */
export const httpPost: Post = async (url, { payload, signature, signal }) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
      'user-agent': 'Stripe/1.0 (stand-in)',
    },
    body: payload,
    redirect: 'manual',
    signal: AbortSignal.any([timeLimit(TIMEOUT_MS), signal]),
  });
  await reply.body?.cancel();
  return reply.status;
};
