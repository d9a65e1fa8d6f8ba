/** Bytes of a field of that many bytes with its tag and its length; tags stay below 16 here, so they take one. */
export const delimited = (bytes: number) => 1 + varintSize(bytes) + bytes;

export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size += 1;
  return size;
}

/** 2^63 - 1 as a varint. */
export const LARGEST_INT64_SIZE = 9;

/** Writes fields into a message whose size was computed before. A tag is number << 3 | wire type. */
export class ProtobufWriter {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  open(tag: number, size: number): void {
    this.buffer[this.#at++] = tag;
    this.#varint(size);
  }

  number(tag: number, value: number): void {
    this.buffer[this.#at++] = tag;
    this.#varint(value);
  }

  /** The largest int64, which a number cannot hold. */
  largestInt64(tag: number): void {
    this.buffer[this.#at++] = tag;
    this.buffer.fill(0xff, this.#at, this.#at + LARGEST_INT64_SIZE - 1);
    this.#at += LARGEST_INT64_SIZE;
    this.buffer[this.#at - 1] = 0x7f;
  }

  ascii(tag: number, value: string): void {
    this.open(tag, value.length);
    this.#at += this.buffer.write(value, this.#at, 'latin1');
  }

  text(tag: number, value: string, bytes: number): void {
    this.open(tag, bytes);
    this.#at += this.buffer.write(value, this.#at);
  }

  bytes(tag: number, value: Uint8Array): void {
    this.open(tag, value.length);
    this.buffer.set(value, this.#at);
    this.#at += value.length;
  }

  #varint(value: number): void {
    let rest = value;
    // Bit operators hold 32 bits, positions hold 53.
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 0x80)) this.buffer[this.#at++] = (rest % 0x80) | 0x80;
    for (; rest >= 0x80; rest >>>= 7) this.buffer[this.#at++] = (rest & 0x7f) | 0x80;
    this.buffer[this.#at++] = rest;
  }
}

/** Reads a message field by field, without copying; a message that ends too early throws. */
export class ProtobufReader {
  #bytes: Buffer;
  #at: number;
  #end: number;

  constructor(bytes: Buffer, from = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  /** The next field's tag, or 0 at the end. */
  tag(): number {
    return this.#at >= this.#end ? 0 : this.number();
  }

  /** An unsigned varint; one that a number cannot hold exactly comes out as something larger than any it can. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || this.#at > this.#end) throw new Error('a message ends in the middle of a number');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  bytes(): Buffer {
    const from = this.#field();
    return this.#bytes.subarray(from, this.#at);
  }

  text(): string {
    const from = this.#field();
    return this.#bytes.toString('utf8', from, this.#at);
  }

  /** As `text`, but nothing is decoded where it is one of these, which are ASCII. */
  textAmong(known: readonly string[]): string {
    const from = this.#field();
    for (const text of known) if (this.#holds(text, from)) return text;
    return this.#bytes.toString('utf8', from, this.#at);
  }

  #holds(text: string, from: number): boolean {
    if (this.#at - from !== text.length) return false;
    for (let index = 0; index < text.length; index += 1) {
      if (this.#bytes[from + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  /** The message in a field. */
  message(): ProtobufReader {
    const from = this.#field();
    return new ProtobufReader(this.#bytes, from, this.#at);
  }

  /** Passes a field of any length, and answers where it begins. */
  #field(): number {
    const length = this.number();
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.#end) throw new Error('a message ends in the middle of a field');
    return from;
  }

  skip(tag: number): void {
    switch (tag & 7) {
      case 0:
        this.number();
        return;
      case 1:
        this.#at += 8;
        return;
      case 2:
        this.#field();
        return;
      case 5:
        this.#at += 4;
        return;
      default:
        throw new Error(`a field of an unknown kind: ${tag}`);
    }
  }
}
