import type { FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import type { LogItem } from './log-store.ts';
import { endOfMessage, readBigint, Reader, readNumber, readText } from './protobuf.ts';

/** What says nothing to a follower: that a subscription is confirmed, or that it fell behind. */
export const NO_ITEM = Symbol('no item');

/** Field tags of EventStoreDB's streams.proto and shared.proto. */
const ReadResp = { event: 0x0a, checkpoint: 0x1a, caughtUp: 0x42 };
const Checkpoint = { commit: 0x08 };
const ReadEvent = { event: 0x0a };
const RecordedEvent = {
  id: 0x0a,
  stream: 0x12,
  revision: 0x18,
  commit: 0x28,
  metadata: 0x32,
  customMetadata: 0x3a,
  data: 0x42,
};
const Uuid = { string: 0x12 };
const StreamIdentifier = { name: 0x1a };
const MapEntry = { key: 0x0a, value: 0x12 };
/** `created` counts ticks of 100 ns since 1970: milliseconds are all but the last four digits. */
const TICK_DIGITS = 4;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Decodes one reply of a subscription to `$all` as the official client does, in a third of its time: it makes no
 * message objects on the way, and copies no bytes.
 */
export function readReply(bytes: Buffer): LogItem | typeof NO_ITEM {
  const reader = Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === ReadResp.event) return readEvent(reader);
    if (tag === ReadResp.checkpoint) return { kind: 'checkpoint', position: readCheckpoint(reader) };
    if (tag === ReadResp.caughtUp) return { kind: 'caught-up' };
    reader.skipType(tag & 7);
  }
  return NO_ITEM;
}

function readCheckpoint(reader: Reader): bigint {
  const end = endOfMessage(reader);
  let commit = 0n;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === Checkpoint.commit) commit = readBigint(reader);
    else reader.skipType(tag & 7);
  }
  return commit;
}

function readEvent(reader: Reader): LogItem | typeof NO_ITEM {
  const end = endOfMessage(reader);
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === ReadEvent.event) return { kind: 'fact', fact: readRecorded(reader) };
    reader.skipType(tag & 7);
  }
  return NO_ITEM;
}

function readRecorded(reader: Reader): Recorded {
  const end = endOfMessage(reader);
  let [id, stream] = ['', ''];
  let revision = 0;
  let position = 0n;
  const system: Record<string, string> = {};
  let data: Uint8Array = NOTHING;
  let metadata: Uint8Array = NOTHING;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === RecordedEvent.id) id = readText(reader, Uuid.string);
    else if (tag === RecordedEvent.stream) stream = readText(reader, StreamIdentifier.name);
    else if (tag === RecordedEvent.revision) revision = readNumber(reader);
    else if (tag === RecordedEvent.commit) position = readBigint(reader);
    else if (tag === RecordedEvent.customMetadata) metadata = reader.bytes();
    else if (tag === RecordedEvent.data) data = reader.bytes();
    else if (tag === RecordedEvent.metadata) readEntry(reader, system);
    else reader.skipType(tag & 7);
  }
  return {
    type: system['type'] ?? '',
    data: system['content-type'] === 'application/json' ? parsed(data, () => textOf(data)) : Uint8Array.from(data),
    id,
    stream,
    revision,
    position,
    recordedAt: new Date(Number(system['created']?.slice(0, -TICK_DIGITS)) || 0),
    // Every fact of ours was written with it; what another client wrote into our streams has none and is unreadable.
    metadata: (metadata.length === 0 ? {} : parsed(metadata, () => Uint8Array.from(metadata))) as FactMetadata,
  };
}

/** Adds an entry of a map of texts. */
function readEntry(reader: Reader, entries: Record<string, string>): void {
  const end = endOfMessage(reader);
  let [key, value] = ['', ''];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === MapEntry.key) key = reader.string();
    else if (tag === MapEntry.value) value = reader.string();
    else reader.skipType(tag & 7);
  }
  entries[key] = value;
}

function parsed(json: Uint8Array, otherwise: () => unknown): unknown {
  try {
    return JSON.parse(textOf(json));
  } catch {
    return otherwise();
  }
}

/** The text of bytes that a Buffer holds, without a copy of them. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
