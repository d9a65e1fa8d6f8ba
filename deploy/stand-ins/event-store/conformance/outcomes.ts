import type { RecordedEvent } from '@eventstore/db-client';
import type { Operation } from './seeded-operations.ts';

/** What an operation gave, as JSON; without positions, times and whatever else differs between two runs. */
export type Outcome = null | boolean | number | string | Outcome[] | { [key: string]: Outcome };

/** A step of a recording. */
export interface RecordedStep {
  op: Operation['op'];
  args: Outcome[];
  out: Outcome;
}

/** What reads and subscriptions give: an event, a link, or both. */
export interface Received {
  event?: RecordedEvent | undefined;
  link?: RecordedEvent | undefined;
}

const LONGEST_TEXT = 2_000;

/** A value as JSON: whole numbers of any size are numbers, what is missing is null. */
export function plain(value: unknown): Outcome {
  const text = JSON.stringify(value ?? null, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part));
  return JSON.parse(text) as Outcome;
}

/** An operation as recordings list it. */
export function argumentsOf({ op, ...fields }: Operation): Outcome[] {
  return Object.values(fields).map((field) =>
    Array.isArray(field) && op === 'append' ? field.map(eventSummary) : plain(field),
  );
}

const eventSummary = ({ id, type, contentType }: { id: string; type: string; contentType: string }) =>
  `${id.slice(0, 8)} ${type} ${contentType}`;

export function receivedOutcome({ event, link }: Received): { [key: string]: Outcome } {
  return { ...(event && { event: eventOutcome(event) }), ...(link && { link: eventOutcome(link) }) };
}

function eventOutcome({ revision, streamId, id, type, isJson, data, metadata }: RecordedEvent): Outcome {
  // The server's own events have ids of their own each time.
  const isMade = type.startsWith('$') && type !== '$>';
  return {
    at: `${revision}@${streamId}`,
    id: isMade ? '(made)' : id,
    type,
    json: isJson,
    data: shortened(content(data)),
    meta: content(metadata),
  };
}

const content = (value: unknown): Outcome =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : plain(value);

const shortened = (value: Outcome): Outcome =>
  typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.length} characters` : value;

/** What the client throws, by what tells its errors apart; its words are its own. */
export function failureOutcome(error: unknown): { [key: string]: Outcome } {
  const { type, name, code, streamName, ...rest } = error as Record<string, unknown>;
  return {
    error: plain(type ?? name),
    ...(code === undefined ? {} : { code: plain(code) }),
    ...(streamName === undefined ? {} : { stream: plain(streamName) }),
    ...('expectedVersion' in rest ? { expected: plain(rest.expectedVersion), actual: plain(rest.actualVersion) } : {}),
  };
}

/** An outcome of a recording without the words of an error. */
export function withoutWords(out: Outcome): Outcome {
  if (out === null || typeof out !== 'object' || Array.isArray(out)) return out;
  const { says: _, ...rest } = out;
  return rest;
}
