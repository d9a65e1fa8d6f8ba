import { createHash } from 'node:crypto';
import { subscribedTiers, type SubscribedTier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { paymentProblems } from '@easel/contracts/payments/http';
import { planCards, planChargeCents, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { PAYMENT_SETTINGS, type PaymentsConfig } from './payments.config.ts';

/** The shapes below are of this version; another one is asked for when they have been looked through. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 8_000;
const TOLERANCE_SECONDS = 300;
const PAGE = 100;

/** Why the card service did not do what it was asked. */
export class CardServiceFailed extends Error {
  override readonly name = 'CardServiceFailed';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the card service failed', { cause });
  }
}

/** Its word, believed for its signature. */
export interface SignedEvent {
  /** `evt_…` */
  id: string;
  type: string;
  createdAt: Date;
  object: unknown;
}

export interface Checkout {
  memberId: string;
  customer: string;
  successUrl: string;
  cancelUrl: string;
  /** The command's: the same one leads to the same session. */
  key: string;
}

export type PaymentKind = 'wallet' | 'plan';

export interface SessionSeen {
  id: string;
  memberId: string | undefined;
  kind: PaymentKind | undefined;
  /** Where its payment stands there. */
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  cents: number;
  tier: string | undefined;
  period: string | undefined;
  /** Of a session for the wallet. */
  paymentId: string | undefined;
  /** Of a session for a plan. */
  subscriptionId: string | undefined;
}

export interface PlanSeen {
  id: string;
  customer: string;
  memberId: string | undefined;
  tier: SubscribedTier;
  period: BillingPeriod;
  status: 'unpaid-yet' | 'active' | 'owing' | 'over';
  cancelling: boolean;
  createdAt: Date;
  /** Of the running period, paid for or not. */
  periodStart: Date;
  periodEnd: Date;
  /** Until when it is paid for. */
  paidUntil: Date;
  /** When that was paid. */
  paidAt: Date;
  endedAt: Date | undefined;
  /** What was paid for the running period, whatever the plan has become since. */
  paidFor: SubscribedTier;
  invoiceId: string | undefined;
}

export interface RefundSeen {
  id: string;
  cents: number;
  state: 'made' | 'failed' | 'undecided';
  reason: string | null;
  createdAt: Date;
}

/** A payment with what it was for. */
export interface PaymentSeen {
  id: string;
  kind: PaymentKind | undefined;
  memberId: string | undefined;
  cents: number;
  refundedCents: number;
  /** Of a plan's, where it pays for the period that runs, or ran last. */
  plan: PlanSeen | undefined;
}

/** A checkout that was paid, for whoever compares it with an account. */
export interface PaidSession {
  sessionId: string;
  paymentId: string;
  memberId: string;
  kind: PaymentKind;
  cents: number;
  refundedCents: number;
  createdAt: Date;
}

/** How Stripe is reached: by the settings, over the network unless another way is given. */
type CardServiceSettings = PaymentsConfig & Pick<Stripe.StripeConfig, 'httpClient'>;

/** The one door to Stripe. Every call throws CardServiceFailed where it is away or refuses. */
@Injectable()
export class StripeGateway {
  /** Which of its books is meant: what is kept of one means nothing in another. */
  readonly place: string;
  private readonly library: Stripe | undefined;

  constructor(@Inject(PAYMENT_SETTINGS) private readonly settings: CardServiceSettings) {
    const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: url, httpClient } = settings;
    this.place = url !== undefined ? 'elsewhere' : key?.includes('_live_') ? 'live' : 'test';
    this.library =
      key === undefined
        ? undefined
        : new Stripe(key, { ...addressOf(url), ...LIBRARY, ...(httpClient && { httpClient }) });
  }

  /** Whether there is a card service at all. */
  get isThere(): boolean {
    return this.library !== undefined;
  }

  /** Throws 400 unless it is signed, and of these minutes. */
  believe(rawBody: string, signature: string | undefined): SignedEvent {
    const { STRIPE_WEBHOOK_SECRET: secret } = this.settings;
    if (secret === undefined || signature === undefined) throw new Refused(paymentProblems.signatureWrong);
    try {
      const { id, type, created, data } = Stripe.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS);
      return { id, type, createdAt: dateOf(created), object: data.object };
    } catch {
      throw new Refused(paymentProblems.signatureWrong);
    }
  }

  /** One a member, also when the answer was lost the first time. */
  createCustomer(memberId: string): Promise<string> {
    return this.ask(async (stripe) => {
      const { id } = await stripe.customers.create(
        { metadata: { memberId } },
        { idempotencyKey: `member:${memberId}` },
      );
      return id;
    });
  }

  async tellEmail(customer: string, email: string): Promise<void> {
    await this.ask((stripe) => stripe.customers.update(customer, { email }));
  }

  /** The address of the page to pay on. */
  openTopUp({ memberId, customer, successUrl, cancelUrl, key }: Checkout, cents: number): Promise<string> {
    const metadata = { memberId, kind: 'wallet' };
    return this.openPage(key, {
      mode: 'payment',
      customer,
      client_reference_id: memberId,
      metadata,
      payment_intent_data: { metadata, description: 'Wallet top-up' },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Wallet top-up' } },
        },
      ],
      success_url: successUrl,
      cancel_url: cancelUrl,
    });
  }

  openPlan(checkout: Checkout, tier: SubscribedTier, period: BillingPeriod): Promise<string> {
    const { memberId, customer, successUrl, cancelUrl, key } = checkout;
    const metadata = { memberId, kind: 'plan', tier, period };
    return this.openPage(key, {
      mode: 'subscription',
      customer,
      client_reference_id: memberId,
      metadata,
      subscription_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: { ...priceOf(tier, period), product_data: { name: planName(tier) } },
        },
      ],
      success_url: successUrl,
      cancel_url: cancelUrl,
    });
  }

  /** Pages for a plan that the member has left open: paid in two, a plan would be paid twice. */
  async closeOpenPlanPages(customer: string, except: string): Promise<void> {
    await this.ask(async (stripe) => {
      for await (const { id, mode, url } of stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE })) {
        if (mode === 'subscription' && url !== except) await ignoring('', () => stripe.checkout.sessions.expire(id));
      }
    });
  }

  /** Undefined where there is no such session. */
  session(id: string): Promise<SessionSeen | undefined> {
    return this.ask((stripe) =>
      ignoring('resource_missing', async () =>
        seenSession(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent', 'subscription'] })),
      ),
    );
  }

  /** The newest hundred of a customer, those included that are over. */
  plansOf(customer: string): Promise<PlanSeen[]> {
    return this.ask(async (stripe) => {
      const { data } = await stripe.subscriptions.list({
        customer,
        status: 'all',
        limit: PAGE,
        expand: ['data.latest_invoice'],
      });
      return data.map(seenPlan).filter((plan) => plan !== undefined);
    });
  }

  async cancelAtEnd(subscription: string, atEnd: boolean): Promise<void> {
    await this.ask((stripe) => stripe.subscriptions.update(subscription, { cancel_at_period_end: atEnd }));
  }

  /**
   * Another plan from now on, at the same rhythm, for which nothing is charged before the next period: the running one is
   * paid for, and is known to be so.
   */
  async changePlan({ id, period, paidFor, periodEnd }: PlanSeen, tier: SubscribedTier): Promise<void> {
    await this.ask(async (stripe) => {
      const { items } = await stripe.subscriptions.retrieve(id);
      const { id: product } = await stripe.products.create(
        { name: planName(tier) },
        { idempotencyKey: `product:${tier}:${this.place}` },
      );
      await stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]?.id ?? '', price_data: { ...priceOf(tier, period), product } }],
        proration_behavior: 'none',
        cancel_at_period_end: false,
        metadata: { tier, paidFor, paidUntil: String(secondsOf(periodEnd)) },
      });
    });
  }

  /** At once. Repeated, it changes nothing. */
  async end(subscription: string): Promise<void> {
    await this.ask((stripe) => ignoring('resource_missing', () => stripe.subscriptions.cancel(subscription)));
  }

  /**
   * Gives back what of a plan's running period lies after an instant; the same one, asked again.
   *
   * @param from from when on another plan pays for that time
   */
  async returnRest({ id, invoiceId, periodStart, periodEnd }: PlanSeen, from: Date): Promise<void> {
    if (invoiceId === undefined) return;
    await this.ask(async (stripe) => {
      const { amount_paid, payments } = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
      const paymentId = payments?.data.map(({ payment }) => idOf(payment.payment_intent)).find((one) => one);
      const left = Math.max(0, periodEnd.getTime() - from.getTime()) / (periodEnd.getTime() - periodStart.getTime());
      const cents = Math.min(amount_paid, Math.round(amount_paid * left));
      if (paymentId === undefined || cents <= 0) return;
      const refund = { payment_intent: paymentId, amount: cents, metadata: { reason: 'another plan' } };
      // What was given back, or is disputed, cannot be given back again.
      await ignoring('charge_already_refunded', () =>
        ignoring('charge_disputed', () =>
          stripe.refunds.create(refund, { idempotencyKey: `rest:${id}:${secondsOf(from)}` }),
        ),
      );
    });
  }

  /** The address of the page for cards, invoices and cancelling. */
  openPortal(customer: string, returnUrl: string): Promise<string> {
    return this.ask(async (stripe) => {
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      return url;
    });
  }

  /** Undefined where there is none. */
  payment(id: string): Promise<PaymentSeen | undefined> {
    return this.ask(async (stripe) => {
      const intent = await ignoring('resource_missing', () =>
        stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      );
      if (!intent) return undefined;
      const kind = kindOf(intent.metadata);
      const paid = kind === undefined ? await planPaidBy(stripe, id) : undefined;
      return {
        id,
        kind: paid ? 'plan' : kind,
        memberId: paid ? paid.plan.memberId : intent.metadata['memberId'],
        cents: intent.amount_received,
        refundedCents: objectOf(intent.latest_charge)?.amount_refunded ?? 0,
        plan: paid?.isLatest ? paid.plan : undefined,
      };
    });
  }

  /** What a bank has decided by now. */
  disputeStatus(id: string): Promise<string> {
    return this.ask(async (stripe) => (await stripe.disputes.retrieve(id)).status);
  }

  refundsOf(paymentId: string): Promise<RefundSeen[]> {
    return this.ask(async (stripe) => {
      const refunds: RefundSeen[] = [];
      for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: PAGE })) {
        const { id, amount, status, reason, created } = refund;
        refunds.push({ id, cents: amount, state: refundStateOf(status), reason, createdAt: dateOf(created) });
      }
      return refunds;
    });
  }

  /** Every checkout of this product that was paid, the newest first, read page by page. */
  async *paidSessions(): AsyncIterable<PaidSession> {
    const stripe = this.need();
    const sessions = stripe.checkout.sessions.list({
      status: 'complete',
      limit: PAGE,
      expand: ['data.payment_intent.latest_charge'],
    });
    for await (const session of sessions) {
      const { id, created, amount_total, payment_status, metadata } = session;
      const memberId = metadata?.['memberId'];
      const kind = kindOf(metadata);
      if (payment_status !== 'paid' || memberId === undefined || kind === undefined) continue;
      const payment = objectOf(session.payment_intent) ?? (await paymentOfInvoice(stripe, idOf(session.invoice)));
      if (!payment) continue;
      yield {
        sessionId: id,
        paymentId: payment.id,
        memberId,
        kind,
        cents: amount_total ?? 0,
        refundedCents: objectOf(payment.latest_charge)?.amount_refunded ?? 0,
        createdAt: dateOf(created),
      };
    }
  }

  private async openPage(key: string, params: Stripe.Checkout.SessionCreateParams): Promise<string> {
    const { url } = await this.ask((stripe) =>
      // What is paid is what is credited: in dollars, whatever else a card's country would like.
      stripe.checkout.sessions.create(
        { ...params, adaptive_pricing: { enabled: false } },
        { idempotencyKey: `checkout:${digest(key)}` },
      ),
    );
    if (url === null) throw new CardServiceFailed(new Error('the checkout that this call has opened is closed'));
    return url;
  }

  private async ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = this.need();
    try {
      return await work(stripe);
    } catch (error) {
      throw error instanceof Stripe.errors.StripeError ? new CardServiceFailed(error) : error;
    }
  }

  private need(): Stripe {
    if (!this.library) throw new CardServiceFailed(new Error('no key is set'));
    return this.library;
  }
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

/** Undefined where Stripe refuses for this reason; `''` is any. */
async function ignoring<T>(code: string, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && (code === '' || error.code === code)) {
      return undefined;
    }
    throw error;
  }
}

function seenSession(session: Stripe.Checkout.Session): SessionSeen {
  const { id, amount_total, metadata } = session;
  const intent = objectOf(session.payment_intent);
  return {
    id,
    memberId: session.client_reference_id ?? undefined,
    kind: kindOf(metadata),
    status: sessionStatusOf(session),
    cents: amount_total ?? 0,
    tier: metadata?.['tier'],
    period: metadata?.['period'],
    paymentId: intent?.id,
    subscriptionId: idOf(session.subscription),
  };
}

function sessionStatusOf({
  status,
  payment_status,
  payment_intent,
  subscription,
}: Stripe.Checkout.Session): SessionSeen['status'] {
  if (status !== 'complete') return status === 'expired' ? 'expired' : 'open';
  if (payment_status !== 'unpaid') return 'paid';
  const payment = objectOf(payment_intent)?.status ?? '';
  const plan = objectOf(subscription)?.status ?? '';
  return payment === 'processing' || plan === 'incomplete' ? 'processing' : 'failed';
}

/** Undefined where it is none of ours. */
function seenPlan(subscription: Stripe.Subscription): PlanSeen | undefined {
  const { id, customer, metadata, created, ended_at, cancel_at_period_end } = subscription;
  const [item] = subscription.items.data;
  const tier = tierIn(metadata['tier']);
  if (!item || tier === undefined) return undefined;
  const invoice = objectOf(subscription.latest_invoice);
  const status = planStatusOf(subscription.status);
  const periodStart = dateOf(item.current_period_start);
  const periodEnd = dateOf(item.current_period_end);
  // A renewal that is owed has begun a period; until that one's beginning the plan is paid for.
  const owesPeriod = status === 'owing' && invoice?.billing_reason === 'subscription_cycle';
  const isPaidFor = metadata['paidUntil'] === String(item.current_period_end);
  return {
    id,
    customer: idOf(customer) ?? '',
    memberId: metadata['memberId'],
    tier,
    period: item.price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
    status,
    cancelling: cancel_at_period_end,
    createdAt: dateOf(created),
    periodStart,
    periodEnd,
    paidUntil: owesPeriod ? periodStart : periodEnd,
    paidAt: dateOf(invoice?.status_transitions.paid_at ?? created),
    endedAt: ended_at === null ? undefined : dateOf(ended_at),
    paidFor: (isPaidFor ? tierIn(metadata['paidFor']) : undefined) ?? tier,
    invoiceId: invoice?.id,
  };
}

function planStatusOf(status: Stripe.Subscription.Status): PlanSeen['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'owing';
    case 'canceled':
      return 'over';
    default:
      return 'unpaid-yet';
  }
}

function refundStateOf(status: string | null): RefundSeen['state'] {
  if (status === 'succeeded' || status === 'pending') return 'made';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'undecided';
}

/** The plan that an invoice's payment was for. */
async function planPaidBy(
  stripe: Stripe,
  paymentId: string,
): Promise<{ plan: PlanSeen; isLatest: boolean } | undefined> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentId },
    limit: 1,
    expand: ['data.invoice'],
  });
  const invoice = objectOf(data[0]?.invoice);
  const subscriptionId = idOf(invoice?.parent?.subscription_details?.subscription);
  if (subscriptionId === undefined) return undefined;
  const plan = seenPlan(await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }));
  return plan && { plan, isLatest: plan.invoiceId === invoice?.id };
}

async function paymentOfInvoice(
  stripe: Stripe,
  invoiceId: string | undefined,
): Promise<Stripe.PaymentIntent | undefined> {
  if (invoiceId === undefined) return undefined;
  const { payments } = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
  const id = payments?.data.map(({ payment }) => idOf(payment.payment_intent)).find((one) => one);
  return id === undefined ? undefined : stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
}

const priceOf = (tier: SubscribedTier, period: BillingPeriod) => ({
  currency: 'usd',
  unit_amount: planChargeCents(tier, period) ?? 0,
  recurring: { interval: period === 'yearly' ? ('year' as const) : ('month' as const) },
});

const planName = (tier: SubscribedTier): string => `${planCards.find((card) => card.tier === tier)?.name ?? tier} plan`;

const tierIn = (name: string | undefined): SubscribedTier | undefined => subscribedTiers.find((tier) => tier === name);
const kindOf = (metadata: Stripe.Metadata | null): PaymentKind | undefined =>
  (['wallet', 'plan'] as const).find((kind) => kind === metadata?.['kind']);

const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;
/** What stands at a place that was asked to be expanded. */
const objectOf = <T extends object>(value: string | T | null | undefined): Exclude<T, { deleted: true }> | undefined =>
  typeof value === 'object' && value !== null ? (value as Exclude<T, { deleted: true }>) : undefined;
const dateOf = (seconds: number): Date => new Date(seconds * 1000);
const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
const digest = (key: string): string => createHash('sha256').update(key).digest('hex');
