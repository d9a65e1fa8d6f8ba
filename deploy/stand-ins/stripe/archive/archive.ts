import type { BodyOf, Kept, Shelf } from '../shelves.ts';
import type { Settings } from '../settings.ts';
import type { StripeEvent } from '../wire.ts';

/** Seconds since 1970. */
export interface Between {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
}

/** A part of a list whose order is that of writing, newest first unless it is `newer`. */
export interface Stretch {
  created?: Between | undefined;
  /** Where it begins: only what was written before this, or after it. */
  beyond?: { seq: bigint; newer: boolean } | undefined;
  limit: number;
}

export interface ObjectQuery extends Stretch {
  /** What fields must say, as text; dots stand between those that are within others. */
  fields: Record<string, string>;
  except: Record<string, string>;
}

/** What stands on the shelves. */
export interface Objects {
  find<S extends Shelf>(shelf: S, id: string): Promise<Kept<S> | undefined>;
  /** Those whose field, beside their body, says this. */
  besides<S extends Shelf>(shelf: S, field: 'secret' | 'intent', value: string): Promise<Kept<S> | undefined>;
  /** Those whose field says this, newest first. */
  having<S extends Shelf>(shelf: S, field: Field, value: string, limit: number): Promise<Kept<S>[]>;
  add<S extends Shelf>(kept: Kept<S>): Promise<void>;
  save<S extends Shelf>(kept: Kept<S>): Promise<void>;
  list<S extends Shelf>(shelf: S, query: ObjectQuery): Promise<BodyOf<S>[]>;
  /** Its place in the order of writing. */
  seqOf(id: string): Promise<bigint | undefined>;
  /** To which something happens by itself by then, what is due longest first. */
  due(nowMs: number, limit: number): Promise<{ id: string; object: Shelf }[]>;
  /** When something next happens by itself; null where nothing ever will. */
  nextDueMs(): Promise<number | null>;
  postpone(id: string, dueMs: number): Promise<void>;
}

export type Field = 'charge' | 'customer' | 'payment_intent' | 'subscription';

export interface KeptEvent {
  /** As it was told, in JSON. */
  body: string;
  /** Whether it waits to be delivered. */
  pending: number;
}

export interface Events {
  /** Stores it with so many deliveries that are due now, or wait until they are released. */
  add(event: StripeEvent, deliveries: { hold: boolean; times: number; dueMs: number }): Promise<void>;
  find(id: string): Promise<KeptEvent | undefined>;
  /** `types`: names, in which `*` stands for anything. */
  list(query: Stretch & { types?: readonly string[] | undefined }): Promise<KeptEvent[]>;
  seqOf(id: string): Promise<bigint | undefined>;
}

export type DeliveryState = 'pending' | 'held' | 'delivered' | 'dropped' | 'failed';

/** One delivery of an event. */
export interface Delivery {
  id: string;
  event: string;
  type: string;
}

export interface DueDelivery extends Delivery {
  body: string;
  /** Of the event, in seconds since 1970. */
  created: number;
  attempts: number;
}

export interface Deliveries {
  /** Those of these that are not over. */
  open(ids: readonly string[]): Promise<DueDelivery[]>;
  due(nowMs: number, limit: number): Promise<DueDelivery[]>;
  /** When the next one is due; null where none waits. */
  nextDueMs(): Promise<number | null>;
  /** What came of an attempt. */
  note(
    id: string,
    attempt: { state: DeliveryState; dueMs: number; attempts: number; status: number | null },
  ): Promise<void>;
  /** The newest, oldest first. */
  newest(limit: number): Promise<(Delivery & { state: DeliveryState; attempts: number; lastStatus: number | null })[]>;
  /** Those that are not delivered yet, oldest first. */
  waiting(limit: number): Promise<Delivery[]>;
  /** Gives up what waits; null for any event, any type. */
  drop(events: readonly string[] | null, types: readonly string[] | null): Promise<Delivery[]>;
  /** Held ones of one event, or of the newest so many events; oldest event first. */
  copy(of: { event: string } | { newest: number }, times: number): Promise<string[]>;
}

/** What an idempotency key was answered. */
export interface KeptReply {
  fingerprint: Buffer;
  status: number;
  body: string;
}

export interface Replies {
  find(key: string): Promise<KeptReply | undefined>;
  add(key: string, reply: KeptReply, nowMs: number): Promise<void>;
}

/** Everything the stand-in keeps, as one transaction or one statement sees it. */
export interface Records {
  readonly objects: Objects;
  readonly events: Events;
  readonly deliveries: Deliveries;
  readonly replies: Replies;
  /** Undefined where none were saved. */
  settings(): Promise<Settings | undefined>;
  saveSettings(settings: Settings): Promise<void>;
  /** Replies kept before an instant in milliseconds, events told of before one in seconds. */
  forget(before: { repliesMs: number; eventsS: number }): Promise<void>;
}

/** Where the stand-in keeps its books. */
export interface Archive {
  /** Each call by itself. */
  readonly records: Records;
  open(): Promise<void>;
  /** All of it is kept, or, when it throws, nothing; one at a time, whoever else writes to the same books. */
  write<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** A view that does not move while it is read. */
  view<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** Throws where it cannot serve. */
  check(): Promise<void>;
  close(): Promise<void>;
}
