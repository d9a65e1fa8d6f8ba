import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { checkedHttpClient } from './checked-http-client.ts';
import type { PaymentsConfig } from './payments.config.ts';

/** Stripe's library as the gateways here use it: they take it from here, so that there is one door to it. */
export { Stripe };

/** The shapes below are of this version; another one is asked for when they have been looked through. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 8_000;
/** Results a page. */
export const PAGE = 100;

/** Why the card service did not do what it was asked. */
export class CardServiceFailed extends Error {
  override readonly name = 'CardServiceFailed';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the card service failed', { cause });
  }
}

/** How Stripe is reached: by the settings, over the network unless another way is given. */
export type CardServiceSettings = PaymentsConfig & Pick<Stripe.StripeConfig, 'httpClient'>;

/** Undefined where no key is set. */
export function libraryOf({
  STRIPE_SECRET_KEY: key,
  STRIPE_API_URL: url,
  httpClient,
}: CardServiceSettings): Stripe | undefined {
  if (key === undefined) return undefined;
  return new Stripe(key, {
    ...addressOf(url),
    ...LIBRARY,
    httpClient: checkedHttpClient(httpClient ?? Stripe.createNodeHttpClient()),
  });
}

const LIBRARY = {
  apiVersion: API_VERSION,
  timeout: TIMEOUT_MS,
  maxNetworkRetries: 1,
  telemetry: false,
} as const satisfies Stripe.StripeConfig;

function addressOf(url: string | undefined): Stripe.StripeConfig {
  if (url === undefined) return {};
  const { hostname, port, protocol } = new URL(url);
  const isHttp = protocol === 'http:';
  return { host: hostname, port: port === '' ? (isHttp ? 80 : 443) : port, protocol: isHttp ? 'http' : 'https' };
}

export const failed = (error: unknown): unknown =>
  error instanceof Stripe.errors.StripeError ? new CardServiceFailed(error) : error;

/** Undefined where Stripe refuses for this reason; `''` is any. */
export async function ignoring<T>(code: string, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && (code === '' || error.code === code)) {
      return undefined;
    }
    throw error;
  }
}

export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;
/** Returns an object that the call asked to expand; undefined where it is an id alone. */
export const objectOf = <T extends object>(
  value: string | T | null | undefined,
): Exclude<T, { deleted: true }> | undefined =>
  typeof value === 'object' && value !== null ? (value as Exclude<T, { deleted: true }>) : undefined;
export const dateOf = (seconds: number): Date => new Date(seconds * 1000);
export const digest = (key: string): string => createHash('sha256').update(key).digest('hex');
