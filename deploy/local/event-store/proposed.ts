import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { invalidArgument, missingEventProperty } from './errors.ts';
import { ANY, NO_STREAM, type ProposedEvent, STREAM_EXISTS } from './event.ts';
import { MAX_NAME_BYTES } from './tables.ts';

/** Data bytes of one append; metadata is not counted. */
export const MAX_APPEND_BYTES = 1024 * 1024;

const UUID_TEXT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws StoreError for an event without type, content type or a proper id */
export function proposedEvent(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  const contentType = properties.get('content-type');
  if (!type || !contentType) throw missingEventProperty();
  return {
    id: uuidText(message.getId()),
    type: name(type, 'event type'),
    json: contentType === 'application/json',
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

export interface AppendTarget {
  stream: string;
  /** ANY, STREAM_EXISTS, NO_STREAM or the exact revision the stream must be at. */
  expected: number;
}

/** Where an append goes and what it expects there, in either of the two forms requests have. */
export function appendTarget(options: AppendReq.Options | BatchAppendReq.Options): AppendTarget {
  return { stream: streamName(options.getStreamIdentifier()), expected: expectedRevision(options) };
}

export function streamName(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  const text = identifier ? Buffer.from(identifier.getStreamName_asU8()).toString('utf8') : '';
  if (text === '' || text === '$$') throw invalidArgument('a stream needs a name');
  return name(text, 'stream name');
}

function expectedRevision(options: AppendReq.Options | BatchAppendReq.Options): number {
  if (options.hasAny()) return ANY;
  if (options.hasNoStream()) return NO_STREAM;
  if (options.hasStreamExists()) return STREAM_EXISTS;
  if ('hasRevision' in options ? options.hasRevision() : options.hasStreamPosition()) {
    return counter('getRevision' in options ? options.getRevision() : options.getStreamPosition());
  }
  throw invalidArgument('an append needs an expected revision');
}

/** A decimal uint64 as a number; nothing the store counts comes near the largest safe one. */
export function counter(decimal: string): number {
  return Math.min(Number(decimal), Number.MAX_SAFE_INTEGER);
}

function uuidText(id: UUID | undefined): string {
  const structured = id?.getStructured();
  if (structured) {
    const most = BigInt.asUintN(64, BigInt(structured.getMostSignificantBits()));
    const least = BigInt.asUintN(64, BigInt(structured.getLeastSignificantBits()));
    const hex = ((most << 64n) | least).toString(16).padStart(32, '0');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
  const text = id?.getString().toLowerCase() ?? '';
  if (!UUID_TEXT.test(text)) throw invalidArgument('an event needs a UUID');
  return text;
}

function name(text: string, what: string): string {
  if (text.length > MAX_NAME_BYTES / 4 && Buffer.byteLength(text) > MAX_NAME_BYTES) {
    throw invalidArgument(`the ${what} is longer than ${MAX_NAME_BYTES} bytes`);
  }
  if (text.includes('\0')) throw invalidArgument(`the ${what} holds a NUL`);
  return text;
}
