import { API_VERSION } from './api-version.ts';
import type { Field, Records } from './archive/archive.ts';
import { type Kind, newId } from './ids.ts';
import { missing } from './refusal.ts';
import { PLAIN_SETTINGS, type Settings } from './settings.ts';
import type { Kept, Shelf } from './shelves.ts';
import type { EventType, StripeEvent, Wire } from './wire.ts';

/** What caused a change, as its events tell. */
export interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
}

/** Everything that is read and written in one transaction, and the moment in which it happens. */
export class Books {
  readonly nowMs: number;
  /** Seconds since 1970, as Stripe counts. */
  readonly now: number;
  /** Where this server is reached, without a slash at its end. */
  readonly origin: string;
  /** For what has no shelf of its own: lists, events, replies. */
  readonly records: Records;
  #cause: Cause;
  #settings: Promise<Settings | undefined> | undefined;

  constructor(records: Records, context: { nowMs: number; origin: string; cause: Cause }) {
    this.records = records;
    this.nowMs = context.nowMs;
    this.now = Math.floor(context.nowMs / 1000);
    this.origin = context.origin;
    this.#cause = context.cause;
  }

  find<S extends Shelf>(shelf: S, id: string): Promise<Kept<S> | undefined> {
    return this.records.objects.find(shelf, id);
  }

  /** @throws Refusal as 404 resource_missing, naming the parameter */
  async need<S extends Shelf>(shelf: S, id: string, param = 'id'): Promise<Kept<S>> {
    const kept = await this.find(shelf, id);
    if (!kept) throw missing(shelf, id, param);
    return kept;
  }

  /** By the secret part of its address. */
  bySecret<S extends Shelf>(shelf: S, secret: string): Promise<Kept<S> | undefined> {
    return this.records.objects.besides(shelf, 'secret', secret);
  }

  /** That this payment was tried for. */
  invoiceOfIntent(intent: string): Promise<Kept<'invoice'> | undefined> {
    return this.records.objects.besides('invoice', 'intent', intent);
  }

  /** Those with this value in a field, newest first. */
  having<S extends Shelf>(shelf: S, field: Field, value: string, limit = 100): Promise<Kept<S>[]> {
    return this.records.objects.having(shelf, field, value, limit);
  }

  async add<S extends Shelf>(kept: Kept<S>): Promise<Kept<S>> {
    await this.records.objects.add(kept);
    return kept;
  }

  save<S extends Shelf>(kept: Kept<S>): Promise<void> {
    return this.records.objects.save(kept);
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
    const { hold, times } = (await (this.#settings ??= this.records.settings())) ?? PLAIN_SETTINGS;
    await this.records.events.add(event, { hold, times, dueMs: this.nowMs });
  }

  id(kind: Kind): string {
    return newId(kind);
  }
}
