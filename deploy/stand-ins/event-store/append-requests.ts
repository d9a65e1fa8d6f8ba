import { ANY, NO_STREAM, STREAM_EXISTS } from './event.ts';
import { ProtobufReader } from './protobuf.ts';

// Decoding by hand costs a third of what the generated code does, and one message an append is what the store decodes
// all day. Both ways to append number their fields alike.

export interface AppendOptions {
  stream: Buffer;
  /** ANY, STREAM_EXISTS, NO_STREAM or the exact revision; undefined where the request does not say. */
  expected: number | undefined;
  /** In ms since 1970, Infinity where the request sets none. */
  deadlineMs: number;
}

export interface ProposedMessage {
  id: string;
  type: string;
  contentType: string;
  metadata: Buffer;
  data: Buffer;
}

/** One message of Streams.Append: the options, or an event. */
export interface AppendRequest {
  options: AppendOptions | undefined;
  message: ProposedMessage | undefined;
}

/** One chunk of an append of Streams.BatchAppend. */
export interface BatchAppendRequest {
  /** The bytes of the correlation id, which are sent back as they came. */
  correlation: Buffer;
  options: AppendOptions | undefined;
  messages: ProposedMessage[];
  final: boolean;
}

const EMPTY = Buffer.alloc(0);
const PROPERTIES = ['type', 'content-type'];
const CONTENT_TYPES = ['application/json', 'application/octet-stream'];

export function decodeAppendRequest(bytes: Buffer): AppendRequest {
  const request: AppendRequest = { options: undefined, message: undefined };
  const fields = new ProtobufReader(bytes);
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x0a) request.options = options(fields.message());
    else if (tag === 0x12) request.message = proposedMessage(fields.message());
    else fields.skip(tag);
  }
  return request;
}

export function decodeBatchAppendRequest(bytes: Buffer): BatchAppendRequest {
  const request: BatchAppendRequest = { correlation: EMPTY, options: undefined, messages: [], final: false };
  const fields = new ProtobufReader(bytes);
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x0a) request.correlation = fields.bytes();
    else if (tag === 0x12) request.options = options(fields.message());
    else if (tag === 0x1a) request.messages.push(proposedMessage(fields.message()));
    else if (tag === 0x20) request.final = fields.number() !== 0;
    else fields.skip(tag);
  }
  return request;
}

function options(fields: ProtobufReader): AppendOptions {
  const options: AppendOptions = { stream: EMPTY, expected: undefined, deadlineMs: Infinity };
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x10) {
      options.expected = Math.min(fields.number(), Number.MAX_SAFE_INTEGER);
      continue;
    }
    const value = fields.message();
    if (tag === 0x0a) options.stream = streamName(value);
    else if (tag === 0x1a) options.expected = NO_STREAM;
    else if (tag === 0x22) options.expected = ANY;
    else if (tag === 0x2a) options.expected = STREAM_EXISTS;
    else if (tag === 0x32) options.deadlineMs = timestampMs(value);
  }
  return options;
}

function streamName(fields: ProtobufReader): Buffer {
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x1a) return fields.bytes();
    fields.skip(tag);
  }
  return EMPTY;
}

function timestampMs(fields: ProtobufReader): number {
  let ms = 0;
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x08) ms += fields.number() * 1_000;
    else if (tag === 0x10) ms += fields.number() / 1_000_000;
    else fields.skip(tag);
  }
  return ms;
}

function proposedMessage(fields: ProtobufReader): ProposedMessage {
  const message: ProposedMessage = { id: '', type: '', contentType: '', metadata: EMPTY, data: EMPTY };
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x0a) message.id = uuid(fields.message());
    else if (tag === 0x12) property(message, fields.message());
    else if (tag === 0x1a) message.metadata = fields.bytes();
    else if (tag === 0x22) message.data = fields.bytes();
    else fields.skip(tag);
  }
  return message;
}

function property(message: ProposedMessage, fields: ProtobufReader): void {
  let key = '';
  let value = '';
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x0a) key = fields.textAmong(PROPERTIES);
    else if (tag === 0x12) value = fields.textAmong(CONTENT_TYPES);
    else fields.skip(tag);
  }
  if (key === 'type') message.type = value;
  else if (key === 'content-type') message.contentType = value;
}

/** A UUID message as text, in whichever of its two forms it comes. */
export function uuid(fields: ProtobufReader): string {
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x12) return fields.text();
    if (tag === 0x0a) return structuredUuid(fields.bytes());
    fields.skip(tag);
  }
  return '';
}

/** Two int64 as varints, most significant bits first. */
function structuredUuid(bytes: Buffer): string {
  const halves = [0n, 0n];
  let at = 0;
  while (at < bytes.length) {
    const half = bytes[at++] === 0x08 ? 0 : 1;
    let shift = 0n;
    for (let byte = 0x80; byte >= 0x80; shift += 7n) {
      byte = bytes[at++] ?? 0;
      halves[half] = (halves[half] ?? 0n) | (BigInt(byte & 0x7f) << shift);
    }
  }
  const [most = 0n, least = 0n] = halves.map((half) => BigInt.asUintN(64, half));
  const hex = ((most << 64n) | least).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
