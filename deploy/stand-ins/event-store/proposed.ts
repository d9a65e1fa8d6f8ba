import type { AppendOptions, ProposedMessage } from './append-requests.ts';
import { AccessDenied, invalidArgument, missingEventProperty } from './errors.ts';
import type { ProposedEvent } from './event.ts';
import { MAX_NAME_BYTES } from './tables.ts';

/** Data bytes of one append; metadata is not counted. */
export const MAX_APPEND_BYTES = 1024 * 1024;

/** An event is read back as one message, and clients take 17 MB. */
const MAX_METADATA_BYTES = 15 * 1024 * 1024;

/** What a proposed event costs in memory beside its data and metadata, roughly. */
const EVENT_OVERHEAD_BYTES = 200;

const UUID_TEXT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface AppendTarget {
  stream: string;
  /** ANY, STREAM_EXISTS, NO_STREAM or the exact revision the stream must be at. */
  expected: number;
}

/** @throws StoreError where the options name no stream that can be written, or no expected revision */
export function appendTarget({ stream, expected }: AppendOptions): AppendTarget {
  if (expected === undefined) throw invalidArgument('an append needs an expected revision');
  return { stream: writableName(stream), expected };
}

/** @throws StoreError as `streamName` does, and for $all, which nobody writes to */
export function writableName(bytes: Uint8Array): string {
  const stream = streamName(bytes);
  if (stream === '$all') throw new AccessDenied('$all is not written to');
  return stream;
}

/** @throws StoreError for an event without type, content type or a proper id */
export function proposedEvent({ id, type, contentType, metadata, data }: ProposedMessage): ProposedEvent {
  if (type === '' || contentType === '') throw missingEventProperty();
  const uuid = id.toLowerCase();
  if (!UUID_TEXT.test(uuid)) throw invalidArgument('an event needs a UUID');
  if (metadata.length > MAX_METADATA_BYTES) throw invalidArgument('the metadata of an event is too large');
  return { id: uuid, type: name(type, 'event type'), json: contentType === 'application/json', metadata, data };
}

/** @throws StoreError for a name that is empty, or that the store cannot hold */
export function streamName(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (text === '' || text === '$$') throw invalidArgument('a stream needs a name');
  return name(text, 'stream name');
}

/** Bytes of memory that events hold until they are stored. */
export function weight(events: readonly { data: Uint8Array; metadata: Uint8Array }[]): number {
  return events.reduce((sum, event) => sum + event.data.length + event.metadata.length + EVENT_OVERHEAD_BYTES, 0);
}

function name(text: string, what: string): string {
  if (text.length > MAX_NAME_BYTES / 4 && Buffer.byteLength(text) > MAX_NAME_BYTES) {
    throw invalidArgument(`the ${what} is longer than ${MAX_NAME_BYTES} bytes`);
  }
  if (text.includes('\0')) throw invalidArgument(`the ${what} holds a NUL`);
  return text;
}
