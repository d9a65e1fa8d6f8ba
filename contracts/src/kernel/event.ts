import type { z } from 'zod';

/** One kind of fact: the shape of its data, that shape's version, and how older shapes become it. */
export interface FactDefinition<Data extends z.ZodType = z.ZodType> {
  version: number;
  data: Data;
  /** From version n to n + 1, by n: old facts stay readable for ever. */
  upcast?: Readonly<Record<number, (old: never) => unknown>>;
  /** Top-level text fields that hold personal data: sealed with the key of the person whose id stands in `subject`. */
  sealed?: { subject: string; fields: readonly string[] };
}

export type FactCatalogue = Readonly<Record<string, FactDefinition>>;

export interface Fact<Type extends string = string, Data = unknown> {
  type: Type;
  data: Data;
}

/** The union of facts that a catalogue defines. */
export type FactsOf<C extends FactCatalogue> = {
  [T in keyof C & string]: Fact<T, z.output<C[T]['data']>>;
}[keyof C & string];

export interface Actor {
  kind: 'member' | 'operator' | 'system' | 'visitor';
  id: string;
  role?: string;
}

/** What every fact carries beside its data. */
export interface FactMetadata {
  $correlationId: string;
  $causationId?: string;
  actor: Actor;
  requestId?: string;
  /** Of a call its method and path, as the contract has it. */
  route?: string;
  schemaVersion: number;
  /** Hash of the fact before, on streams that are hash chains. */
  previousHash?: string;
  /** There too: `keyId:HMAC` of the fact without this field. Facts from before there were macs have none. */
  mac?: string;
}

/** A fact as it stands in the log. */
export type Recorded<F extends Fact = Fact> = F & {
  id: string;
  stream: string;
  /** From 0, gapless within the stream. */
  revision: number;
  /** Of the whole log, in commit order. */
  position: bigint;
  recordedAt: Date;
  metadata: FactMetadata;
  /** Set where the data could not be read by this code; `data` is then as stored. */
  unreadable?: Unreadable;
};

/** Why: a type this code does not know, a schema version newer than it knows, or data its schema refuses. */
export interface Unreadable {
  why: 'unknown-type' | 'newer-version' | 'invalid';
  detail: string;
}

export const categoryOf = (stream: string): string => {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash);
};

/** What a reader sees where personal data was erased. */
export const ERASED = '[erased]';
