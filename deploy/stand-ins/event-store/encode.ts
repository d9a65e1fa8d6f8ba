import { LINK_TYPE, type LogEntry, type RecordedEvent, TOMBSTONE } from './event.ts';
import { linkTarget } from './link-target.ts';
import { delimited, LARGEST_INT64_SIZE, ProtobufReader, ProtobufWriter, varintSize } from './protobuf.ts';

const EMPTY = Buffer.alloc(0);

/** A recorded event as readers need it. */
export function logEntry(event: RecordedEvent): LogEntry {
  const { position, stream, revision, type } = event;
  return {
    position,
    stream,
    revision,
    type,
    createdMs: Number(event.created) / 10_000,
    link: type === LINK_TYPE ? linkTarget(event.data) : undefined,
    bytes: encodeReadEvent(event),
  };
}

/**
 * The bytes of a `ReadResp` that carries one event. Written by hand because it is the store's hottest path: the same
 * bytes answer reads and subscriptions, of the stream and of $all, for as long as they stay cached.
 */
export function encodeReadEvent(event: RecordedEvent): Buffer {
  const streamBytes = Buffer.byteLength(event.stream);
  const typeBytes = Buffer.byteLength(event.type);
  const contentType = event.json ? 'application/json' : 'application/octet-stream';

  const idSize = delimited(event.id.length);
  const streamSize = delimited(streamBytes);
  const typeEntry = delimited(4) + delimited(typeBytes);
  const contentTypeEntry = delimited(12) + delimited(contentType.length);
  const createdEntry = delimited(7) + delimited(event.created.length);
  const positionSize = varintSize(event.position);
  const recordSize =
    delimited(idSize) +
    delimited(streamSize) +
    revisionSize(event.revision) +
    2 * (1 + positionSize) +
    delimited(typeEntry) +
    delimited(contentTypeEntry) +
    delimited(createdEntry) +
    (event.metadata.length === 0 ? 0 : delimited(event.metadata.length)) +
    (event.data.length === 0 ? 0 : delimited(event.data.length));
  const readEventSize = delimited(recordSize) + 1 + positionSize;

  const out = new ProtobufWriter(delimited(readEventSize));
  out.open(ReadResp.event, readEventSize);
  out.open(ReadEvent.event, recordSize);
  out.open(Recorded.id, idSize);
  out.ascii(Uuid.string, event.id);
  out.open(Recorded.stream, streamSize);
  out.text(StreamIdentifier.name, event.stream, streamBytes);
  if (event.revision === TOMBSTONE) out.largestInt64(Recorded.revision);
  else if (event.revision !== 0) out.number(Recorded.revision, event.revision);
  out.number(Recorded.prepare, event.position);
  out.number(Recorded.commit, event.position);
  out.open(Recorded.metadata, contentTypeEntry);
  out.ascii(MapEntry.key, 'content-type');
  out.ascii(MapEntry.value, contentType);
  out.open(Recorded.metadata, createdEntry);
  out.ascii(MapEntry.key, 'created');
  out.ascii(MapEntry.value, event.created);
  out.open(Recorded.metadata, typeEntry);
  out.ascii(MapEntry.key, 'type');
  out.text(MapEntry.value, event.type, typeBytes);
  if (event.metadata.length > 0) out.bytes(Recorded.customMetadata, event.metadata);
  if (event.data.length > 0) out.bytes(Recorded.data, event.data);
  out.number(ReadEvent.commitPosition, event.position);
  return out.buffer;
}

function revisionSize(revision: number): number {
  if (revision === 0) return 0;
  return 1 + (revision === TOMBSTONE ? LARGEST_INT64_SIZE : varintSize(revision));
}

/** What a delivery holds: the event, the link that led to it, or both. */
export interface Delivery {
  event: LogEntry | undefined;
  link: LogEntry | undefined;
  /** How often it was delivered before; left out by reads, which do not count. */
  retries?: number;
}

/** The bytes of a reply with one event, made of the replies that carry event and link alone. */
export function encodeDelivery({ event, link, retries = 0 }: Delivery): Buffer {
  const original = link ?? event;
  if (!original) throw new Error('a delivery holds an event or a link');
  if (!link && retries === 0) return original.bytes;
  const eventRecord = event && recordIn(event.bytes);
  const linkRecord = link && recordIn(link.bytes);
  const size =
    (eventRecord ? delimited(eventRecord.length) : 0) +
    (linkRecord ? delimited(linkRecord.length) : 0) +
    (1 + varintSize(original.position)) +
    (retries === 0 ? 0 : 1 + varintSize(retries));
  const out = new ProtobufWriter(delimited(size));
  out.open(ReadResp.event, size);
  if (eventRecord) out.bytes(ReadEvent.event, eventRecord);
  if (linkRecord) out.bytes(ReadEvent.link, linkRecord);
  out.number(ReadEvent.commitPosition, original.position);
  if (retries > 0) out.number(ReadEvent.retryCount, retries);
  return out.buffer;
}

/** The recorded event in a reply that `encodeReadEvent` made. */
function recordIn(bytes: Buffer): Buffer {
  const response = new ProtobufReader(bytes);
  response.tag();
  const event = new ProtobufReader(response.bytes());
  event.tag();
  return event.bytes();
}

/** The data of the event in a reply that `encodeReadEvent` made. */
export function dataIn(bytes: Buffer): Buffer {
  const record = new ProtobufReader(recordIn(bytes));
  for (let tag = record.tag(); tag !== 0; tag = record.tag()) {
    if (tag === Recorded.data) return record.bytes();
    record.skip(tag);
  }
  return Buffer.alloc(0);
}

/** What readers need of the event in a reply that `encodeReadEvent` made, beside what its entry holds. */
export function recordedIn(bytes: Buffer): { id: string; data: Buffer; metadata: Buffer } {
  const found: { id: string; data: Buffer; metadata: Buffer } = { id: '', data: EMPTY, metadata: EMPTY };
  const record = new ProtobufReader(recordIn(bytes));
  for (let tag = record.tag(); tag !== 0; tag = record.tag()) {
    if (tag === Recorded.id) {
      const id = record.message();
      id.tag();
      found.id = id.text();
    } else if (tag === Recorded.customMetadata) found.metadata = record.bytes();
    else if (tag === Recorded.data) found.data = record.bytes();
    else record.skip(tag);
  }
  return found;
}

/** The id of the event in a reply that `encodeReadEvent` made. */
export function eventIdIn(bytes: Buffer): string {
  const record = new ProtobufReader(recordIn(bytes));
  record.tag();
  const id = new ProtobufReader(record.bytes());
  id.tag();
  return id.text();
}

// Persistent subscriptions number these fields as reads do. Field tags of streams.proto and shared.proto: number << 3 |
// wire type (0 varint, 2 length-delimited).
const ReadResp = { event: 0x0a };
const ReadEvent = { event: 0x0a, link: 0x12, commitPosition: 0x18, retryCount: 0x28 };
const Recorded = {
  id: 0x0a,
  stream: 0x12,
  revision: 0x18,
  prepare: 0x20,
  commit: 0x28,
  metadata: 0x32,
  customMetadata: 0x3a,
  data: 0x42,
};
const Uuid = { string: 0x12 };
const StreamIdentifier = { name: 0x1a };
const MapEntry = { key: 0x0a, value: 0x12 };
