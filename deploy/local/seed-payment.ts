import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { paymentsHttp } from '@easel/contracts/payments/http';
import type { Call } from './seed-call.ts';

const PAYMENT_REQUIRED = 402;
const TEST_CARD = '4242424242424242';
const PAID_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;

/** What a plan that costs something is answered with: the checkout stands in the refusal. */
export function checkoutIn(error: unknown): unknown {
  if (error instanceof ApiError && error.status === PAYMENT_REQUIRED) return error.body;
  throw error;
}

/** Fills in the page that a checkout leads to, unless that was done at an earlier start. */
export async function pay(
  checkout: unknown,
  token: string,
  call: Call,
  signal: AbortSignal,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<void> {
  const { url } = checkout as { url?: string };
  if (url === undefined || !['127.0.0.1', 'localhost'].includes(new URL(url).hostname)) return;
  const id = /cs_[A-Za-z0-9_]+/.exec(url)?.[0] ?? '';
  const status = async (): Promise<string> =>
    (await call(paymentsHttp.checkout, { params: { id } }, { token })).checkout.status;
  if ((await status()) === 'open') {
    await fetch(url, { method: 'POST', body: new URLSearchParams({ card: TEST_CARD }), redirect: 'manual', signal });
  }
  const deadline = Date.now() + PAID_WITHIN_MS;
  while ((await status()) !== 'paid') {
    if (Date.now() > deadline) throw new Error(`the payment of ${url} did not arrive`);
    await sleep(lookEveryMs, undefined, { signal });
  }
}
