import type { Card } from './domain/cards.ts';
import type { Kind } from './ids.ts';

// Objects as Stripe shows them: the fields that mean something here by name, the rest as it stands on a plain account.

export type Metadata = Record<string, string>;

export interface Wire {
  id: string;
  object: Kind;
  created: number;
  [field: string]: unknown;
}

export interface CheckoutSession extends Wire {
  object: 'checkout.session';
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  amount_total: number;
  currency: string;
  customer: string | null;
  customer_email: string | null;
  payment_intent: string | null;
  subscription: string | null;
  invoice: string | null;
  success_url: string;
  cancel_url: string | null;
  expires_at: number;
  metadata: Metadata;
  /** Set where the session is shown: it depends on where this server listens. */
  url: string | null;
}

export interface LineItem {
  id: string;
  object: 'line_item';
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  description: string;
  price: Price;
  quantity: number;
  [field: string]: unknown;
}

export interface PaymentIntent extends Wire {
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  description: string | null;
  status:
    'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  next_action: NextAction | null;
  payment_method: string | null;
  latest_charge: string | null;
  last_payment_error: unknown;
  canceled_at: number | null;
  cancellation_reason: string | null;
  client_secret: string;
  metadata: Metadata;
}

/** Where the cardholder answers the bank; the library in the browser goes there by itself where no return is named. */
export type NextAction =
  | { type: 'redirect_to_url'; redirect_to_url: { return_url: string; url: string } }
  | { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string } };

export interface PaymentMethod extends Wire {
  object: 'payment_method';
  card: Card & { [field: string]: unknown };
}

export interface Charge extends Wire {
  object: 'charge';
  amount: number;
  amount_refunded: number;
  balance_transaction: string | null;
  captured: boolean;
  currency: string;
  customer: string | null;
  disputed: boolean;
  paid: boolean;
  refunded: boolean;
  payment_intent: string | null;
  payment_method: string | null;
  status: 'succeeded' | 'failed' | 'pending';
  metadata: Metadata;
}

export interface BalanceTransaction extends Wire {
  object: 'balance_transaction';
  amount: number;
  fee: number;
  net: number;
  currency: string;
  source: string;
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
}

export interface Refund extends Wire {
  object: 'refund';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  reason: string | null;
  metadata: Metadata;
}

export interface Dispute extends Wire {
  object: 'dispute';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string | null;
  status: 'needs_response' | 'won' | 'lost';
  reason: string;
  metadata: Metadata;
  balance_transactions: BalanceTransaction[];
}

export interface Customer extends Wire {
  object: 'customer';
  email: string | null;
  name: string | null;
  metadata: Metadata;
}

export interface Product extends Wire {
  object: 'product';
  name: string;
  description: string | null;
  metadata: Metadata;
}

export interface Price extends Wire {
  object: 'price';
  currency: string;
  product: string;
  recurring: { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number } | null;
  type: 'one_time' | 'recurring';
  unit_amount: number;
  metadata: Metadata;
}

export interface SubscriptionItem extends Wire {
  object: 'subscription_item';
  current_period_start: number;
  current_period_end: number;
  price: Price;
  quantity: number;
  subscription: string;
  metadata: Metadata;
}

export interface Subscription extends Wire {
  object: 'subscription';
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';
  customer: string;
  currency: string;
  cancel_at_period_end: boolean;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  schedule: string | null;
  default_payment_method: string | null;
  description: string | null;
  metadata: Metadata;
}

export interface SchedulePhase {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: number; [field: string]: unknown }[];
  metadata: Metadata;
  [field: string]: unknown;
}

export interface SubscriptionSchedule extends Wire {
  object: 'subscription_schedule';
  status: 'active' | 'canceled' | 'released';
  subscription: string | null;
  current_phase: { start_date: number; end_date: number } | null;
  phases: SchedulePhase[];
  end_behavior: 'release';
}

export interface Invoice extends Wire {
  object: 'invoice';
  status: 'open' | 'paid' | 'uncollectible';
  customer: string;
  currency: string;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  period_start: number;
  period_end: number;
  next_payment_attempt: number | null;
  lines: List<unknown>;
}

export interface PortalSession extends Wire {
  object: 'billing_portal.session';
  customer: string;
  return_url: string | null;
  url: string;
}

export interface List<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
  url: string;
}

export interface StripeEvent extends Wire {
  object: 'event';
  type: EventType;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
}

export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export function listOf<Item>(data: Item[], url: string, hasMore = false): List<Item> {
  return { object: 'list', data, has_more: hasMore, url };
}

/** Fields that are the same on every object of a kind. */
export const PLAIN = {
  session: {
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_account: null,
    discounts: [],
    integration_identifier: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    origin_context: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
  },
  intent: {
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    customer_account: null,
    excluded_payment_method_types: null,
    livemode: false,
    managed_payments: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  },
  charge: {
    application: null,
    application_fee: null,
    application_fee_amount: null,
    calculated_statement_descriptor: 'EASEL',
    failure_balance_transaction: null,
    fraud_details: {},
    livemode: false,
    on_behalf_of: null,
    presentment_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  },
  subscription: {
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    collection_method: 'charge_automatically',
    customer_account: null,
    days_until_due: null,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: null,
  },
  schedule: {
    application: null,
    billing_mode: { type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: { account_tax_ids: null, days_until_due: null, issuer: { type: 'self' } },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    pause_schedules: [],
    released_at: null,
    released_subscription: null,
    test_clock: null,
  },
  phase: {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_thresholds: null,
    collection_method: null,
    currency: 'usd',
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    invoice_settings: null,
    on_behalf_of: null,
    proration_behavior: 'none',
    transfer_data: null,
    trial_end: null,
  },
  invoice: {
    account_country: 'US',
    account_name: 'Easel',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_shipping: 0,
    application: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: 'charge_automatically',
    custom_fields: null,
    customer_account: null,
    customer_address: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  },
} as const;
