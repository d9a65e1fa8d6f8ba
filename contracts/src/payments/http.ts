import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { topUpProblem } from '../purchases/policy.ts';

export const paymentProblems = defineProblems('payments', {
  checkoutFailed: [503, 'Failed to start checkout'],
  sessionUnknown: [404, 'Not found'],
  signatureWrong: [400, 'The signature is not valid'],
});

/** `processing`: the bank takes its time. `paid` is what the card service told us by its webhook, and nothing else. */
export const checkoutStatuses = ['open', 'processing', 'paid', 'failed', 'expired'] as const;

export const checkout = z.object({
  id: z.string(),
  kind: z.enum(['wallet', 'plan']),
  status: z.enum(checkoutStatuses),
  /** Dollars. */
  amount: z.number(),
  /** Of a plan. */
  tier: z.nullable(z.string()),
  period: z.nullable(z.string()),
});
export type Checkout = z.output<typeof checkout>;

/** What the card service calls a checkout. */
export const checkoutId = z.string().check(z.regex(/^cs_[A-Za-z0-9_]{1,200}$/));

/** `amount` in whole dollars. */
export const topUp = z.object({
  amount: z.number('Minimum top-up is $10').check(
    z.superRefine((dollars, context) => {
      const problem = topUpProblem(dollars);
      if (problem) context.issues.push({ code: 'custom', input: dollars, message: problem.message });
    }),
  ),
});

export const paymentsHttp = {
  /** Leads to the card service's page. */
  topUp: route({
    method: 'POST',
    path: '/api/wallet/stripe/checkout-session',
    side: 'command',
    access: 'member',
    body: topUp,
    reply: z.object({ success: z.literal(true), url: z.string() }),
    errors: [paymentProblems.checkoutFailed],
    limit: { calls: 30, seconds: 3600 },
    idempotent: true,
  }),
  /** What became of a checkout of one's own: what the page one comes back to shows. */
  checkout: route({
    method: 'GET',
    path: '/api/wallet/stripe/checkout-session/:id',
    side: 'command',
    access: 'member',
    params: z.object({ id: checkoutId }),
    reply: z.object({ success: z.literal(true), checkout }),
    errors: [paymentProblems.sessionUnknown],
  }),
  /** The card service's word, signed over the bytes of the body. */
  webhook: route({
    method: 'POST',
    path: '/api/stripe/webhook',
    side: 'command',
    access: 'anyone',
    reply: z.object({ received: z.literal(true) }),
    errors: [paymentProblems.signatureWrong],
  }),
};
