import type { ExpectedRevision, NewFact } from './new-fact.ts';

// Messages of Streams.BatchAppend, encoded and decoded by hand: the generated code takes five times as long, and every
// command ends in one of them. A tag is the number of a field << 3 | its kind.

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

/** A fact as text: its data, its metadata, and how many bytes it takes. */
interface Written {
  fact: NewFact;
  data: string;
  metadata: string;
  bytes: { type: number; data: number; metadata: number; entry: number; message: number };
}

const UUID_CHARACTERS = 36;
const UUID_BYTES = UUID_CHARACTERS + 2;
const CONTENT_TYPE = 'application/json';
const CONTENT_TYPE_BYTES = fieldBytes('content-type'.length) + fieldBytes(CONTENT_TYPE.length);

/** BatchAppendReq, the only one of its append. */
export function encodeBatchAppend({ correlation, stream, expected, facts, deadlineAtMs }: BatchAppend): Buffer {
  const written = facts.map(writtenFact);
  const seconds = Math.floor(deadlineAtMs / 1_000);
  const nanos = Math.floor(deadlineAtMs % 1_000) * 1_000_000;
  const streamBytes = Buffer.byteLength(stream);
  const deadlineBytes = 2 + varintBytes(seconds) + varintBytes(nanos);
  const expectedBytes = typeof expected === 'number' ? 1 + varintBytes(expected) : 2;
  const optionBytes = fieldBytes(fieldBytes(streamBytes)) + expectedBytes + fieldBytes(deadlineBytes);
  const factBytes = written.reduce((sum, { bytes }) => sum + fieldBytes(bytes.message), 0);
  const out = new MessageWriter(fieldBytes(UUID_BYTES) + fieldBytes(optionBytes) + factBytes + 2);
  out.uuid(0x0a, correlation);
  out.open(0x12, optionBytes);
  out.open(0x0a, fieldBytes(streamBytes));
  out.text(0x1a, stream, streamBytes);
  if (typeof expected === 'number') out.number(0x10, expected);
  else out.open(expected === 'none' ? 0x1a : 0x22, 0);
  out.open(0x32, deadlineBytes);
  out.number(0x08, seconds);
  out.number(0x10, nanos);
  for (const one of written) writeFact(out, one);
  out.number(0x20, 1);
  return out.buffer;
}

function writtenFact(fact: NewFact): Written {
  const [data, metadata] = [JSON.stringify(fact.fact.data), JSON.stringify(fact.metadata)];
  const [type, dataBytes, metadataBytes] = [fact.fact.type, data, metadata].map((text) => Buffer.byteLength(text));
  const bytes = { type: type ?? 0, data: dataBytes ?? 0, metadata: metadataBytes ?? 0 };
  const entry = fieldBytes('type'.length) + fieldBytes(bytes.type);
  const message =
    fieldBytes(UUID_BYTES) +
    fieldBytes(entry) +
    fieldBytes(CONTENT_TYPE_BYTES) +
    fieldBytes(bytes.metadata) +
    fieldBytes(bytes.data);
  return { fact, data, metadata, bytes: { ...bytes, entry, message } };
}

function writeFact(out: MessageWriter, { fact, data, metadata, bytes }: Written): void {
  out.open(0x1a, bytes.message);
  out.uuid(0x0a, fact.id);
  out.open(0x12, bytes.entry);
  out.text(0x0a, 'type', 'type'.length);
  out.text(0x12, fact.fact.type, bytes.type);
  out.open(0x12, CONTENT_TYPE_BYTES);
  out.text(0x0a, 'content-type', 'content-type'.length);
  out.text(0x12, CONTENT_TYPE, CONTENT_TYPE.length);
  out.text(0x1a, metadata, bytes.metadata);
  out.text(0x22, data, bytes.data);
}

/** BatchAppendResp, as far as it is needed. */
export function decodeBatchAppendReply(bytes: Buffer): BatchAppendReply {
  const reply: BatchAppendReply = { correlation: '', appended: undefined };
  const fields = new MessageReader(bytes);
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x0a) reply.correlation = uuidIn(fields.message());
    else if (tag === 0x1a) reply.appended = appendedIn(fields.message());
    else fields.skip(tag);
  }
  return reply;
}

function appendedIn(fields: MessageReader): { revision: number; position: bigint } {
  const appended = { revision: -1, position: 0n };
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x08) appended.revision = Number(fields.number());
    else if (tag === 0x1a) appended.position = commitIn(fields.message());
    else fields.skip(tag);
  }
  return appended;
}

function commitIn(fields: MessageReader): bigint {
  let commit = 0n;
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x08) commit = BigInt(fields.number());
    else fields.skip(tag);
  }
  return commit;
}

/** As text, or as two int64. */
function uuidIn(fields: MessageReader): string {
  let text = '';
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x12) text = fields.text();
    else if (tag === 0x0a) text = uuidOfHalves(fields.message());
    else fields.skip(tag);
  }
  return text;
}

function uuidOfHalves(fields: MessageReader): string {
  const halves = [0n, 0n];
  for (let tag = fields.tag(); tag !== 0; tag = fields.tag()) {
    if (tag === 0x08) halves[0] = BigInt(fields.number());
    else if (tag === 0x10) halves[1] = BigInt(fields.number());
    else fields.skip(tag);
  }
  const hex = halves.map((half) => BigInt.asUintN(64, half).toString(16).padStart(16, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Bytes of a field of that many bytes with its tag and its length. */
function fieldBytes(bytes: number): number {
  return 1 + varintBytes(bytes) + bytes;
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes += 1;
  return bytes;
}

/** Writes fields into a message whose size is known. */
class MessageWriter {
  readonly buffer: Buffer;
  private at = 0;

  constructor(bytes: number) {
    this.buffer = Buffer.allocUnsafe(bytes);
  }

  open(tag: number, bytes: number): void {
    this.buffer[this.at++] = tag;
    this.varint(bytes);
  }

  number(tag: number, value: number): void {
    this.open(tag, value);
  }

  text(tag: number, value: string, bytes: number): void {
    this.open(tag, bytes);
    this.at += this.buffer.write(value, this.at, bytes === value.length ? 'latin1' : 'utf8');
  }

  uuid(tag: number, value: string): void {
    this.open(tag, UUID_BYTES);
    this.text(0x12, value, UUID_CHARACTERS);
  }

  private varint(value: number): void {
    let rest = value;
    // Bit operators hold 32 bits.
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 0x80)) this.buffer[this.at++] = (rest % 0x80) | 0x80;
    for (; rest >= 0x80; rest >>>= 7) this.buffer[this.at++] = (rest & 0x7f) | 0x80;
    this.buffer[this.at++] = rest;
  }
}

/** Reads a message field by field; one that ends too early throws. */
class MessageReader {
  constructor(
    private readonly bytes: Buffer,
    private at = 0,
    private readonly end = bytes.length,
  ) {}

  /** The next field's tag, or 0 at the end. */
  tag(): number {
    return this.at >= this.end ? 0 : Number(this.number());
  }

  /** An unsigned varint, as a bigint only where a number cannot hold it. */
  number(): number | bigint {
    let value = 0;
    for (let factor = 1; factor <= 0x80 ** 6; factor *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    return this.largeNumber(BigInt(value));
  }

  text(): string {
    const from = this.field();
    return this.bytes.toString('latin1', from, this.at);
  }

  message(): MessageReader {
    const from = this.field();
    return new MessageReader(this.bytes, from, this.at);
  }

  skip(tag: number): void {
    const kind = tag & 7;
    if (kind === 0) this.number();
    else if (kind === 1) this.at += 8;
    else if (kind === 2) this.field();
    else if (kind === 5) this.at += 4;
    else throw new Error(`a field of an unknown kind: ${tag}`);
  }

  /** Goes on where the first 49 bits were read. */
  private largeNumber(low: bigint): bigint {
    let value = low;
    for (let shift = 49n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined || this.at > this.end) throw new Error('a message ends in the middle of a number');
    return byte;
  }

  /** Passes a field of any length, and answers where it begins. */
  private field(): number {
    const bytes = Number(this.number());
    const from = this.at;
    this.at += bytes;
    if (this.at > this.end) throw new Error('a message ends in the middle of a field');
    return from;
  }
}
