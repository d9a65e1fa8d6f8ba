import type { RecordedEvent } from './event.ts';
import { delimited, ProtobufWriter, varintSize } from './protobuf.ts';

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
    (event.revision === 0 ? 0 : 1 + varintSize(event.revision)) +
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
  if (event.revision !== 0) out.number(Recorded.revision, event.revision);
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

// Field tags of streams.proto and shared.proto: number << 3 | wire type (0 varint, 2 length-delimited).
const ReadResp = { event: 0x0a };
const ReadEvent = { event: 0x0a, commitPosition: 0x18 };
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
