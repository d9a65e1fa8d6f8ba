import { subscribedTiers, type SubscribedTier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { paymentProblems } from '@easel/contracts/payments/http';
import { billingPeriods, planCards, planChargeCents, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { Inject, Injectable } from '@nestjs/common';
import type { Rest } from '../account/follow-plans.decider.ts';
import type { SeenDispute, SeenPayment, SeenPlan, SeenRefund } from '@easel/contracts/subscriptions/seen-plans.policy';
import { PAYMENT_SETTINGS } from './payments.config.ts';
import {
  CardServiceFailed,
  dateOf,
  digest,
  failed,
  idOf,
  ignoring,
  libraryOf,
  objectOf,
  PAGE,
  Stripe,
  type CardServiceSettings,
} from './stripe-library.gateway.ts';

const TOLERANCE_SECONDS = 300;
const LONGEST_MONTH_SECONDS = 32 * 86_400;
/** By which a refund that a better plan has made is known. */
const REST = 'another plan';
/** Metadata of a refund by which its request is known. */
export const REQUEST = 'request';

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

/** A plan with what is needed to change it there. */
export interface PlanSeen extends SeenPlan {
  customer: string;
  memberId: string | undefined;
  scheduleId: string | undefined;
}

/** A payment with what it was for; that of a plan is to be seen with all of its customer's. */
export type PaymentSeen =
  | { kind: 'wallet'; memberId: string; livemode: boolean | undefined }
  | { kind: 'order'; memberId: string; orderId: string; livemode: boolean | undefined }
  | { kind: 'plan'; customer: string };

/** A refund with the request of an order that it answers; null where it was made without one. */
export interface MadeRefund extends SeenRefund {
  requestId: string | null;
}

export interface OrderToPay {
  orderId: string;
  memberId: string;
  cents: number;
}

type PaidPeriodSeen = Omit<SeenPayment, 'refunds' | 'disputes' | 'livemode'> & { livemode: boolean };

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

/** The one door to Stripe. Every call throws CardServiceFailed where it is away or refuses. */
@Injectable()
export class StripeGateway {
  /** Which of its books is meant: what is kept of one means nothing in another. */
  readonly place: string;
  private readonly library: Stripe | undefined;

  constructor(@Inject(PAYMENT_SETTINGS) private readonly settings: CardServiceSettings) {
    const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: url } = settings;
    this.place = url !== undefined ? 'elsewhere' : key?.includes('_live_') ? 'live' : 'test';
    this.library = libraryOf(settings);
  }

  /** Whether there is a card service at all. */
  get isThere(): boolean {
    return this.library !== undefined;
  }

  /** Returns `livemode` if a live key is set. With any other key every payment counts, so it is undefined. */
  livemodeOf({ livemode }: { livemode: boolean }): boolean | undefined {
    return this.place === 'live' ? livemode : undefined;
  }

  /** Throws 400 unless it is signed, and of these minutes. */
  verify(rawBody: string, signature: string | undefined): SignedEvent {
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

  /** With its cards and plans; a repeat changes nothing. */
  async deleteCustomer(customer: string): Promise<void> {
    await this.ask((stripe) => ignoring('resource_missing', () => stripe.customers.del(customer)));
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
  closeOpenPlanPages(customer: string, except: string): Promise<void> {
    return this.closeOpen(customer, ({ mode, url }) => mode === 'subscription' && url !== except);
  }

  /** Whatever can still be paid: nobody would have what is paid for. */
  closeOpenPages(customer: string): Promise<void> {
    return this.closeOpen(customer, () => true);
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
        expand: ['data.schedule'],
      });
      return data.map(seenPlan).filter((plan) => plan !== undefined);
    });
  }

  /** What a customer has paid for plans, with what went back of it. */
  planPaymentsOf(customer: string): Promise<SeenPayment[]> {
    return this.ask(async (stripe) => {
      const [paid, charged] = await Promise.all([paidPeriodsOf(stripe, customer), chargedTo(stripe, customer)]);
      return Promise.all(
        paid.map(async (payment) => {
          const { paymentId } = payment;
          const { refunds = [], disputed = false } = charged.get(paymentId) ?? {};
          const livemode = this.livemodeOf(payment);
          return { ...payment, livemode, refunds, disputes: disputed ? await disputesOf(stripe, paymentId) : [] };
        }),
      );
    });
  }

  /** Ends a plan with what is paid for; what was to come then comes no more. Repeated, it changes nothing. */
  async leave(plan: PlanSeen): Promise<void> {
    await this.unschedule(plan);
    await this.ask((stripe) => stripe.subscriptions.update(plan.source, { cancel_at_period_end: true }));
  }

  /** Goes on with a plan as it is, whatever was to come at the end of its period. Repeated, it changes nothing. */
  async keep(plan: PlanSeen): Promise<void> {
    await this.unschedule(plan);
    await this.ask((stripe) => stripe.subscriptions.update(plan.source, { cancel_at_period_end: false }));
  }

  /** Another plan from the end of what is paid for on, at its own rhythm. A repeat puts it in the other's place. */
  async schedule(plan: PlanSeen, tier: SubscribedTier, period: BillingPeriod): Promise<void> {
    await this.keep(plan);
    await this.ask(async (stripe) => {
      const { id: product } = await stripe.products.create(
        { name: planName(tier) },
        { idempotencyKey: `product:${tier}:${this.place}` },
      );
      const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: plan.source });
      const [running] = phases;
      if (!running) throw new CardServiceFailed(new Error('a schedule without its running phase'));
      const { start_date, end_date, items, metadata } = running;
      const { recurring, ...price } = priceOf(tier, period);
      const next = { tier, period, kind: 'plan', memberId: plan.memberId ?? '' };
      await stripe.subscriptionSchedules.update(id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            start_date,
            end_date,
            items: items.map((item) => ({ price: idOf(item.price) ?? '', quantity: item.quantity ?? 1 })),
            metadata: metadata ?? {},
          },
          {
            duration: { ...recurring, interval_count: 1 },
            items: [{ price_data: { ...price, recurring, product }, quantity: 1 }],
            billing_cycle_anchor: 'phase_start',
            metadata: next,
          },
        ],
      });
    });
  }

  private async unschedule({ scheduleId }: PlanSeen): Promise<void> {
    if (scheduleId === undefined) return;
    await this.ask((stripe) => ignoring('', () => stripe.subscriptionSchedules.release(scheduleId)));
  }

  /** At once. Repeated, it changes nothing. */
  async end(subscription: string): Promise<void> {
    await this.ask((stripe) => ignoring('resource_missing', () => stripe.subscriptions.cancel(subscription)));
  }

  /** Gives back what is left of a payment, once. */
  async giveBack(paymentId: string): Promise<void> {
    await this.ask((stripe) =>
      // What was given back, or is disputed, cannot be given back again.
      ignoring('charge_already_refunded', () =>
        ignoring('charge_disputed', () =>
          stripe.refunds.create({ payment_intent: paymentId }, { idempotencyKey: `give-back:${paymentId}` }),
        ),
      ),
    );
  }

  /** Gives back what a plan has left over, once. */
  async returnRest({ source, paymentId, cents }: Rest): Promise<string | undefined> {
    const refund = { payment_intent: paymentId, amount: cents, metadata: { reason: REST } };
    const made = await this.ask((stripe) =>
      // What was given back, or is disputed, cannot be given back again.
      ignoring('charge_already_refunded', () =>
        ignoring('charge_disputed', () =>
          stripe.refunds.create(refund, { idempotencyKey: `rest:${source}:${paymentId}:${cents}` }),
        ),
      ),
    );
    return made?.id;
  }

  /** The address of the page for cards, invoices and cancelling. */
  openPortal(customer: string, returnUrl: string): Promise<string> {
    return this.ask(async (stripe) => {
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      return url;
    });
  }

  /** Undefined where it is none of ours. */
  payment(id: string): Promise<PaymentSeen | undefined> {
    return this.ask(async (stripe) => {
      const intent = await ignoring('resource_missing', () => stripe.paymentIntents.retrieve(id));
      const { memberId } = intent?.metadata ?? {};
      if (intent && memberId !== undefined && kindOf(intent.metadata) === 'wallet') {
        return { kind: 'wallet', memberId, livemode: this.livemodeOf(intent) };
      }
      const order = intent && orderIn(intent.metadata);
      if (order) return { kind: 'order', ...order, livemode: this.livemodeOf(intent) };
      const customer = idOf(intent?.customer);
      return customer !== undefined && (await isForPlan(stripe, id)) ? { kind: 'plan', customer } : undefined;
    });
  }

  refundsOf(paymentId: string): Promise<MadeRefund[]> {
    return this.ask((stripe) => refundsOf(stripe, paymentId));
  }

  /** Every checkout of this product that was paid, the newest first, read page by page. */
  async *paidSessions(): AsyncIterable<PaidSession> {
    try {
      yield* paidSessionsOf(this.need());
    } catch (error) {
      throw failed(error);
    }
  }

  private async closeOpen(customer: string, which: (page: Stripe.Checkout.Session) => boolean): Promise<void> {
    await this.ask(async (stripe) => {
      for await (const page of stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE })) {
        if (which(page)) await ignoring('', () => stripe.checkout.sessions.expire(page.id));
      }
    });
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

  /** Throws CardServiceFailed where Stripe is away or refuses. */
  async ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = this.need();
    try {
      return await work(stripe);
    } catch (error) {
      throw failed(error);
    }
  }

  /** Throws CardServiceFailed where no key is set. */
  need(): Stripe {
    if (!this.library) throw new CardServiceFailed(new Error('no key is set'));
    return this.library;
  }
}

async function* paidSessionsOf(stripe: Stripe): AsyncGenerator<PaidSession, void, void> {
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
  const schedule = objectOf(subscription.schedule);
  const coming = schedule?.phases.find(({ start_date }) => start_date >= item.current_period_end);
  const running = {
    tier,
    period: item.price.recurring?.interval === 'year' ? ('yearly' as const) : ('monthly' as const),
  };
  return {
    source: id,
    customer: idOf(customer) ?? '',
    memberId: metadata['memberId'],
    status: planStatusOf(subscription.status),
    leaving: cancel_at_period_end,
    createdAt: dateOf(created),
    endedAt: ended_at === null ? undefined : dateOf(ended_at),
    renewsAs: comingPlan(coming) ?? running,
    scheduleId: idOf(subscription.schedule),
  };
}

function comingPlan(phase: Stripe.SubscriptionSchedule.Phase | undefined): SeenPlan['renewsAs'] | undefined {
  const tier = tierIn(phase?.metadata?.['tier']);
  const period = billingPeriods.find((one) => one === phase?.metadata?.['period']);
  return tier && period && { tier, period };
}

/** Undefined where it is for nothing of ours, or for nothing at all. */
function seenPlanPayment(invoice: Stripe.Invoice): PaidPeriodSeen | undefined {
  const { amount_paid: cents, parent, payments, lines, status_transitions, created, livemode } = invoice;
  const source = idOf(parent?.subscription_details?.subscription);
  const tier = tierIn(parent?.subscription_details?.metadata?.['tier']);
  const paymentId = payments?.data.map(({ payment }) => idOf(payment.payment_intent)).find((one) => one);
  const line = lines.data.find(({ parent: of }) => of?.subscription_item_details?.proration === false);
  if (source === undefined || tier === undefined || paymentId === undefined || !line || cents <= 0) return undefined;
  const { start, end } = line.period;
  return {
    paymentId,
    source,
    tier,
    period: end - start > LONGEST_MONTH_SECONDS ? 'yearly' : 'monthly',
    cents,
    from: dateOf(start),
    until: dateOf(end),
    paidAt: dateOf(status_transitions.paid_at ?? created),
    livemode,
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
      return 'unpaid';
  }
}

async function paidPeriodsOf(stripe: Stripe, customer: string): Promise<PaidPeriodSeen[]> {
  const invoices = stripe.invoices.list({ customer, status: 'paid', limit: PAGE, expand: ['data.payments'] });
  const paid: PaidPeriodSeen[] = [];
  for await (const invoice of invoices) {
    const period = seenPlanPayment(invoice);
    if (period) paid.push(period);
  }
  return paid;
}

/** What was made of a customer's charges that were paid, by payment. */
async function chargedTo(
  stripe: Stripe,
  customer: string,
): Promise<Map<string, { refunds: SeenRefund[]; disputed: boolean }>> {
  const charged = new Map<string, { refunds: SeenRefund[]; disputed: boolean }>();
  const charges = stripe.charges.list({ customer, limit: PAGE, expand: ['data.refunds'] });
  for await (const { paid, payment_intent, refunds, disputed } of charges) {
    const paymentId = idOf(payment_intent);
    if (!paid || paymentId === undefined) continue;
    const all = refunds?.has_more ? await refundsOf(stripe, paymentId) : seenRefunds(refunds?.data ?? []);
    charged.set(paymentId, { refunds: all, disputed });
  }
  return charged;
}

async function refundsOf(stripe: Stripe, paymentId: string): Promise<MadeRefund[]> {
  return seenRefunds(await Array.fromAsync(stripe.refunds.list({ payment_intent: paymentId, limit: PAGE })));
}

/**
 * Those of which a bank has decided, the oldest first; while one waits for the member to act, nothing has gone back.
 */
const seenRefunds = (refunds: readonly Stripe.Refund[]): MadeRefund[] =>
  refunds.toReversed().flatMap(({ id: refundId, amount: cents, status, reason, metadata }) => {
    const failed = status === 'failed' || status === 'canceled';
    if (!failed && status !== 'succeeded' && status !== 'pending') return [];
    const requestId = metadata?.[REQUEST] ?? null;
    return [{ refundId, cents, failed, isRest: metadata?.['reason'] === REST, reason, requestId }];
  });

export async function disputesOf(stripe: Stripe, paymentId: string): Promise<SeenDispute[]> {
  const disputes: SeenDispute[] = [];
  for await (const dispute of stripe.disputes.list({ payment_intent: paymentId, limit: PAGE })) {
    const { id: disputeId, amount: cents, status, reason } = dispute;
    const outcome = disputeOutcomeOf(status);
    if (outcome) disputes.push({ disputeId, cents, outcome, reason });
  }
  return disputes.toReversed();
}

/** Undefined while a bank only asks: nothing has been taken. */
export function disputeOutcomeOf(status: string): SeenDispute['outcome'] | undefined {
  if (status.startsWith('warning_') || status === 'prevented') return undefined;
  return status === 'won' ? 'released' : status === 'lost' ? 'lost' : 'frozen';
}

async function isForPlan(stripe: Stripe, paymentId: string): Promise<boolean> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentId },
    limit: 1,
  });
  return data.length > 0;
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

/** The order that a payment is for; undefined where it is for none. */
export function orderIn(metadata: Stripe.Metadata): Omit<OrderToPay, 'cents'> | undefined {
  const { kind, memberId, orderId } = metadata;
  return kind === 'order' && memberId !== undefined && orderId !== undefined ? { memberId, orderId } : undefined;
}
