import * as z from 'zod/mini';
import { everyOperator, historyEntry, reasonText, seenVersion } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { checkoutProblems } from './problems.ts';

const present = { testMode: z.boolean(), version: z.number() };
export type PresentCheckout = { testMode: boolean; version: number };

/** `history` has the newest first. */
const settings = z.object({ success: z.literal(true), ...present, history: z.array(historyEntry) });
export type CheckoutSettings = z.output<typeof settings>;

/** In test mode orders are neither charged nor shipped. A change is in force everywhere within five seconds. */
export const checkoutHttp = {
  mode: route({
    method: 'GET',
    path: '/api/settings/checkout',
    side: 'command',
    access: 'anyone',
    reply: z.object({
      success: z.literal(true),
      testMode: z.boolean(),
      /** Whether orders can be paid by card. */
      cards: z.boolean(),
      /** Stripe's publishable key where its own card fields are used; else null, and test cards alone are taken. */
      stripeKey: z.nullable(z.string()),
      /** `local` is the local print service, which prints and sends nothing; with `off`, no product can be ordered. */
      prints: z.enum(['service', 'local', 'off']),
    }),
    limit: { calls: 600, seconds: 60 },
  }),
  settings: route({
    method: 'GET',
    path: '/api/admin/settings/checkout',
    side: 'command',
    access: everyOperator,
    reply: settings,
  }),
  /** `version` is the one the caller has seen. */
  toggle: route({
    method: 'PUT',
    path: '/api/admin/settings/checkout',
    side: 'command',
    access: { operators: ['admin'] },
    body: z.object({ version: seenVersion, testMode: z.boolean('Please choose a mode'), reason: reasonText }),
    reply: settings,
    errors: [checkoutProblems.changed],
    moves: ['checkout'],
    idempotent: true,
  }),
};
