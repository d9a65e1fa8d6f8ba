import type pg from 'pg';
import { API_VERSION } from './api-version.ts';
import { type Kind, newId } from './ids.ts';
import { missing } from './refusal.ts';
import type { Settings } from './settings.ts';
import type {
  BalanceTransaction,
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  EventType,
  Invoice,
  LineItem,
  Metadata,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Refund,
  StripeEvent,
  Subscription,
  SubscriptionSchedule,
  Wire,
} from './wire.ts';
import type { SubscriptionState } from './domain/subscription.ts';

interface Shelves {
  'checkout.session': [
    CheckoutSession,
    {
      lines: LineItem[];
      intent: string | null;
      /** Whether the bank has yet to answer, and what it will say. */
      awaiting: boolean;
      succeeds?: boolean;
      intentMetadata: Metadata;
      description: string | null;
      subscriptionMetadata: Metadata;
    },
  ];
  payment_intent: [PaymentIntent, Record<never, never>];
  payment_method: [PaymentMethod, Record<never, never>];
  charge: [Charge, Record<never, never>];
  balance_transaction: [BalanceTransaction, Record<never, never>];
  refund: [Refund, Record<never, never>];
  dispute: [Dispute, Record<never, never>];
  customer: [Customer, Record<never, never>];
  product: [Product, Record<never, never>];
  price: [Price, Record<never, never>];
  subscription: [
    Subscription,
    {
      state: SubscriptionState;
      /** The control call's switch: whether charges to its card are declined. */
      cardFails: boolean;
      /** Put on the next invoice; below zero it is a credit. */
      pendingCents: number;
    },
  ];
  subscription_schedule: [SubscriptionSchedule, Record<never, never>];
  invoice: [Invoice, { intent: string | null }];
  'billing_portal.session': [PortalSession, { secret: string }];
}

export type Shelf = keyof Shelves;
export type BodyOf<S extends Shelf> = Shelves[S][0];

export interface Kept<S extends Shelf> {
  body: Shelves[S][0];
  extra: Shelves[S][1];
  /** When something happens to it by itself. */
  dueMs: number | null;
}

/** What caused a change, as its events tell. */
export interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
}

interface Row<S extends Shelf> {
  body: Shelves[S][0];
  extra: Shelves[S][1];
  due_ms: string | null;
}

/** Everything that is read and written in one transaction, and the moment in which it happens. */
export class Books {
  readonly nowMs: number;
  /** Seconds since 1970, as Stripe counts. */
  readonly now: number;
  /** Where this server is reached, without a slash at its end. */
  readonly origin: string;
  #client: pg.ClientBase;
  #cause: Cause;
  #settings: Settings;

  constructor(client: pg.ClientBase, context: { nowMs: number; origin: string; cause: Cause; settings: Settings }) {
    this.#client = client;
    this.nowMs = context.nowMs;
    this.now = Math.floor(context.nowMs / 1000);
    this.origin = context.origin;
    this.#cause = context.cause;
    this.#settings = context.settings;
  }

  async find<S extends Shelf>(shelf: S, id: string): Promise<Kept<S> | undefined> {
    const { rows } = await this.#client.query<Row<S>>(
      'select body, extra, due_ms from stripe_standin.objects where id = $1 and object = $2',
      [id, shelf],
    );
    return rows[0] && keptOf(rows[0]);
  }

  /** @throws Refusal as 404 resource_missing, naming the parameter */
  async need<S extends Shelf>(shelf: S, id: string, param = 'id'): Promise<Kept<S>> {
    const kept = await this.find(shelf, id);
    if (!kept) throw missing(shelf, id, param);
    return kept;
  }

  /** By the secret part of its address. */
  async bySecret<S extends Shelf>(shelf: S, secret: string): Promise<Kept<S> | undefined> {
    const { rows } = await this.#client.query<Row<S>>(
      `select body, extra, due_ms from stripe_standin.objects where extra->>'secret' = $1 and object = $2`,
      [secret, shelf],
    );
    return rows[0] && keptOf(rows[0]);
  }

  /** That this payment was tried for. */
  async invoiceOfIntent(intent: string): Promise<Kept<'invoice'> | undefined> {
    const { rows } = await this.#client.query<Row<'invoice'>>(
      `select body, extra, due_ms from stripe_standin.objects where object = 'invoice' and extra->>'intent' = $1`,
      [intent],
    );
    return rows[0] && keptOf(rows[0]);
  }

  /** Those with this value in a field, newest first. */
  async having<S extends Shelf>(
    shelf: S,
    field: 'charge' | 'customer' | 'payment_intent' | 'subscription',
    value: string,
    limit = 100,
  ): Promise<Kept<S>[]> {
    const { rows } = await this.#client.query<Row<S>>(
      `select body, extra, due_ms from stripe_standin.objects
        where object = $1 and body->>'${field}' = $2 order by seq desc limit $3`,
      [shelf, value, limit],
    );
    return rows.map(keptOf);
  }

  async add<S extends Shelf>(kept: Kept<S>): Promise<Kept<S>> {
    const { body, extra, dueMs } = kept;
    await this.#client.query(
      'insert into stripe_standin.objects (id, object, body, extra, due_ms) values ($1, $2, $3, $4, $5)',
      [body.id, body.object, JSON.stringify(body), JSON.stringify(extra), dueMs],
    );
    return kept;
  }

  async save<S extends Shelf>(kept: Kept<S>): Promise<void> {
    const { body, extra, dueMs } = kept;
    await this.#client.query('update stripe_standin.objects set body = $2, extra = $3, due_ms = $4 where id = $1', [
      body.id,
      JSON.stringify(body),
      JSON.stringify(extra),
      dueMs,
    ]);
  }

  /** As it is answered and told of. */
  shown<Body extends Wire>(body: Body): Body {
    if (body.object !== 'checkout.session') return body;
    const url = body.status === 'open' ? `${this.origin}/c/pay/${body.id}` : null;
    return { ...body, url };
  }

  /** Tells of a change; the deliveries are stored with it. */
  async tell(type: EventType, body: Wire, previous?: Record<string, unknown>): Promise<void> {
    const event: StripeEvent = {
      id: newId('event'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now,
      data: { object: this.shown(body), ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: this.#cause.requestId, idempotency_key: this.#cause.idempotencyKey },
      type,
    };
    await this.#client.query('insert into stripe_standin.events (id, type, created, body) values ($1, $2, $3, $4)', [
      event.id,
      type,
      event.created,
      JSON.stringify(event),
    ]);
    await this.#client.query(
      `insert into stripe_standin.deliveries (event, state, due_ms)
        select $1, $2, $3 from generate_series(1, $4::integer)`,
      [event.id, this.#settings.hold ? 'held' : 'pending', this.nowMs, this.#settings.times],
    );
  }

  id(kind: Kind): string {
    return newId(kind);
  }

  /** For what has no shelf of its own: lists, events, replies. */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> {
    return (await this.#client.query<R>(text, values)).rows;
  }
}

const keptOf = <S extends Shelf>({ body, extra, due_ms }: Row<S>): Kept<S> => ({
  body,
  extra,
  dueMs: due_ms === null ? null : Number(due_ms),
});
