import type { ProposedEvent } from './event.ts';

// Rows in the binary format of PostgreSQL's COPY: an event's data cross once, unescaped, and need no array to come in.

/** In the order that rows hold them: those of a fixed size first, for they are the ones to be filled in. */
export const ROW_COLUMNS = 'position, revision, created, id, json, stream, type, metadata, data';

const FIELDS = 9;
const LENGTH_BYTES = 4;
const INT8_BYTES = 8;
const UUID_BYTES = 16;
const POSITION_AT = 2 + LENGTH_BYTES;
const REVISION_AT = POSITION_AT + INT8_BYTES + LENGTH_BYTES;
const CREATED_AT = REVISION_AT + INT8_BYTES + LENGTH_BYTES;
const ID_AT = CREATED_AT + INT8_BYTES + LENGTH_BYTES;
const JSON_AT = ID_AT + UUID_BYTES + LENGTH_BYTES;
const FIXED_BYTES = JSON_AT + 1;

/** The rows of an append's events, complete but for where and when each is stored. */
export class Rows {
  readonly bytes: Buffer;
  #starts: number[] = [];

  constructor(stream: string, events: readonly ProposedEvent[]) {
    const name = Buffer.from(stream);
    const types = events.map(({ type }) => Buffer.byteLength(type));
    const fixed = FIXED_BYTES + LENGTH_BYTES + name.length + 3 * LENGTH_BYTES;
    const size = events.reduce(
      (sum, { metadata, data }, index) => sum + fixed + (types[index] ?? 0) + metadata.length + data.length,
      0,
    );
    this.bytes = Buffer.allocUnsafe(size);
    let at = 0;
    for (const [index, event] of events.entries()) {
      this.#starts.push(at);
      at = this.#write(event, name, types[index] ?? 0, at);
    }
  }

  /** Fills in what the writer decides; `created` in ticks. */
  place(index: number, position: number, revision: number, created: bigint): void {
    const start = this.#starts[index] ?? 0;
    this.#int8(position, start + POSITION_AT);
    this.#int8(revision, start + REVISION_AT);
    this.bytes.writeBigInt64BE(created, start + CREATED_AT);
  }

  #write({ id, json, type, metadata, data }: ProposedEvent, stream: Buffer, typeBytes: number, start: number): number {
    const { bytes } = this;
    bytes.writeInt16BE(FIELDS, start);
    for (const at of [POSITION_AT, REVISION_AT, CREATED_AT]) this.#length(INT8_BYTES, start + at - LENGTH_BYTES);
    this.#length(UUID_BYTES, start + ID_AT - LENGTH_BYTES);
    writeUuid(bytes, id, start + ID_AT);
    this.#length(1, start + JSON_AT - LENGTH_BYTES);
    bytes[start + JSON_AT] = json ? 1 : 0;
    let at = this.#field(stream, start + FIXED_BYTES);
    at = this.#length(typeBytes, at);
    at += bytes.write(type, at);
    return this.#field(data, this.#field(metadata, at));
  }

  #field(value: Uint8Array, at: number): number {
    const from = this.#length(value.length, at);
    this.bytes.set(value, from);
    return from + value.length;
  }

  #length(length: number, at: number): number {
    return this.bytes.writeInt32BE(length, at);
  }

  #int8(value: number, at: number): void {
    this.bytes.writeInt32BE(Math.floor(value / 0x100000000), at);
    this.bytes.writeUInt32BE(value % 0x100000000, at + 4);
  }
}

/** The 36 letters of a UUID as its 16 bytes. */
function writeUuid(bytes: Buffer, uuid: string, start: number): void {
  let at = start;
  for (let letter = 0; letter < uuid.length; letter += 2) {
    if (uuid.charCodeAt(letter) === HYPHEN) letter += 1;
    bytes[at++] = (digit(uuid.charCodeAt(letter)) << 4) | digit(uuid.charCodeAt(letter + 1));
  }
}

const HYPHEN = 0x2d;

/** Of a letter that is a lower-case hexadecimal digit. */
const digit = (letter: number) => (letter < 0x60 ? letter - 0x30 : letter - 0x57);
