import type { ExpectedRevision, NewFact } from './new-fact.ts';
import { endOfMessage, readBigint, Reader, readNumber, Writer } from './protobuf.ts';

// Messages of Streams.BatchAppend. The generated code of the client takes five times as long, and every command ends
// with one of them.

export interface BatchAppend {
  /** A UUID that no other append under way has. */
  correlation: string;
  stream: string;
  expected: ExpectedRevision | 'any';
  facts: readonly NewFact[];
  /** When the store gives up, in ms since 1970. */
  deadlineAtMs: number;
}

/** What a reply says. `appended` is absent where the append was refused; the generated code decodes why. */
export interface BatchAppendReply {
  correlation: string;
  appended: { revision: number; position: bigint } | undefined;
}

/** Field tags of EventStoreDB's streams.proto and shared.proto. */
const Request = { correlation: 0x0a, options: 0x12, message: 0x1a, isFinal: 0x20 };
const Options = { stream: 0x0a, revision: 0x10, noStream: 0x1a, any: 0x22, deadline: 0x32 };
const Timestamp = { seconds: 0x08, nanos: 0x10 };
const ProposedMessage = { id: 0x0a, metadata: 0x12, customMetadata: 0x1a, data: 0x22 };
const MapEntry = { key: 0x0a, value: 0x12 };
const Reply = { correlation: 0x0a, success: 0x1a };
const Success = { revision: 0x08, position: 0x1a };
const Position = { commit: 0x08 };
const Uuid = { structured: 0x0a, string: 0x12 };
const Halves = { most: 0x08, least: 0x10 };
const StreamIdentifier = { name: 0x1a };

/** BatchAppendReq, the only one of its append. */
export function encodeBatchAppend(append: BatchAppend): Buffer {
  const writer = Writer.create();
  writeUuid(writer.uint32(Request.correlation), append.correlation);
  writeOptions(writer.uint32(Request.options).fork(), append).ldelim();
  for (const fact of append.facts) writeFact(writer.uint32(Request.message).fork(), fact).ldelim();
  return writer.uint32(Request.isFinal).bool(true).finish() as Buffer;
}

function writeOptions(writer: Writer, { stream, expected, deadlineAtMs }: BatchAppend): Writer {
  writer.uint32(Options.stream).fork().uint32(StreamIdentifier.name).string(stream).ldelim();
  if (typeof expected === 'number') writer.uint32(Options.revision).uint64(expected);
  else
    writer
      .uint32(expected === 'none' ? Options.noStream : Options.any)
      .fork()
      .ldelim();
  const seconds = Math.floor(deadlineAtMs / 1_000);
  const nanos = Math.floor(deadlineAtMs % 1_000) * 1_000_000;
  writer.uint32(Options.deadline).fork();
  return writer.uint32(Timestamp.seconds).int64(seconds).uint32(Timestamp.nanos).int32(nanos).ldelim();
}

function writeFact(writer: Writer, { id, fact, metadata }: NewFact): Writer {
  writeUuid(writer.uint32(ProposedMessage.id), id);
  writeEntry(writer.uint32(ProposedMessage.metadata), 'type', fact.type);
  writeEntry(writer.uint32(ProposedMessage.metadata), 'content-type', 'application/json');
  writer.uint32(ProposedMessage.customMetadata).string(JSON.stringify(metadata));
  return writer.uint32(ProposedMessage.data).string(JSON.stringify(fact.data));
}

const writeUuid = (writer: Writer, uuid: string): Writer => writer.fork().uint32(Uuid.string).string(uuid).ldelim();

const writeEntry = (writer: Writer, key: string, value: string): Writer =>
  writer.fork().uint32(MapEntry.key).string(key).uint32(MapEntry.value).string(value).ldelim();

/** BatchAppendResp, as far as it is needed. */
export function decodeBatchAppendReply(bytes: Buffer): BatchAppendReply {
  const reader = Reader.create(bytes);
  const reply: BatchAppendReply = { correlation: '', appended: undefined };
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === Reply.correlation) reply.correlation = readUuid(reader);
    else if (tag === Reply.success) reply.appended = readSuccess(reader);
    else reader.skipType(tag & 7);
  }
  return reply;
}

function readSuccess(reader: Reader): { revision: number; position: bigint } {
  const end = endOfMessage(reader);
  const appended = { revision: -1, position: 0n };
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === Success.revision) appended.revision = readNumber(reader);
    else if (tag === Success.position) appended.position = readCommit(reader);
    else reader.skipType(tag & 7);
  }
  return appended;
}

function readCommit(reader: Reader): bigint {
  const end = endOfMessage(reader);
  let commit = 0n;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === Position.commit) commit = readBigint(reader);
    else reader.skipType(tag & 7);
  }
  return commit;
}

/** A UUID as text, or as two int64. */
function readUuid(reader: Reader): string {
  const end = endOfMessage(reader);
  let text = '';
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === Uuid.string) text = reader.string();
    else if (tag === Uuid.structured) text = readHalves(reader);
    else reader.skipType(tag & 7);
  }
  return text;
}

function readHalves(reader: Reader): string {
  const end = endOfMessage(reader);
  const halves = { [Halves.most]: 0n, [Halves.least]: 0n };
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag in halves) halves[tag] = readBigint(reader);
    else reader.skipType(tag & 7);
  }
  const hex = [Halves.most, Halves.least].map((half) => (halves[half] ?? 0n).toString(16).padStart(16, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
