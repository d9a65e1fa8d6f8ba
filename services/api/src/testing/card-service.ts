import type {} from '@easel/kernel/testing/provided-context';
import Stripe from 'stripe';
import { inject } from 'vitest';
import type { PaymentsConfig } from '../payments/payments.config.ts';
import { startStandIn } from './stand-in-process.ts';

const SECRET_KEY = 'sk_test_standin';
export const WEBHOOK_SECRET = 'whsec_standin';

/** The events of earlier tests in a file are left alone, so that its tests do not become slower one after the other. */
const REPLAYED_EVENTS = 50;

export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  paysLater: '4000000000007775',
  failsLater: '4000000000000341',
} as const;

/** What the library may have replaced by its object. */
export const idOf = (value: string | { id: string } | null | undefined): string =>
  (typeof value === 'string' ? value : value?.id) ?? '';

export interface Delivery {
  event: string;
  type: string;
  /** What was answered; null where nothing was. */
  status: number | null;
}

export interface TestSession {
  id: string;
  payment_intent: string | null;
  subscription: string | null;
}

/** The stand-in Stripe as a process of its own; nothing happens in it by itself, and no event leaves unasked. */
export interface TestCardService {
  /** For the product's configuration. */
  settings: PaymentsConfig;
  stripe: Stripe;
  /** Where events go. */
  deliverTo(url: string): Promise<void>;
  /** A control call. */
  control<T = unknown>(path: string, body?: object): Promise<T>;
  /** Fills in the form of a session's page. */
  pay(sessionId: string, card?: string): Promise<TestSession>;
  /** Delivers all that waits, and what comes of it, until nothing waits: in order, shuffled, or all at once. */
  deliver(how?: { order?: string[]; shuffle?: number; together?: boolean }): Promise<Delivery[]>;
  /** Delivers the newest events once more, `times` each: more of them than one test causes. */
  replay(how: { times: number; shuffle?: number }): Promise<void>;
  stop(): Promise<void>;
}

export async function startCardService(): Promise<TestCardService> {
  const { port, url, control, stop } = await startStandIn(inject('stripeCommand'), 'STRIPE_STANDIN', {
    SECRET_KEY,
    WEBHOOK_SECRET,
    SETTLE_MS: '86400000',
  });
  await control('settings', { hold: true, times: 1 });
  return {
    settings: { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: url },
    stripe: new Stripe(SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false }),
    control,
    deliverTo: async (to) => void (await control('endpoint', { url: to })),
    pay: async (id, card = cards.pays) =>
      (await control<{ session: TestSession }>(`sessions/${id}/pay`, { card })).session,
    deliver: async (how = {}) => {
      const all: Delivery[] = [];
      for (;;) {
        const { delivered } = await control<{ delivered: Delivery[] }>('release', how);
        all.push(...delivered);
        // What is not taken would be delivered again for ever.
        if (delivered.length === 0 || delivered.some(({ status }) => status !== 200)) return all;
      }
    },
    replay: async (how) => void (await control('replay-all', { newest: REPLAYED_EVENTS, ...how })),
    stop,
  };
}
