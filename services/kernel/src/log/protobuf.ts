import protobuf from 'protobufjs/minimal.js';

// The client's messages are read and written field by field with protobufjs, as generated code would: a tag is the
// number of a field << 3 | its wire type.

export const { Reader, Writer } = protobuf;
export type Reader = protobuf.Reader;
export type Writer = protobuf.Writer;

/** Where the message ends whose length comes next. Throws where it was cut off. */
export function endOfMessage(reader: Reader): number {
  const bytes = reader.uint32();
  const end = reader.pos + bytes;
  if (end > reader.len) throw new RangeError('a message ends too early');
  return end;
}

/** Reads a field of up to 64 bits, which a number may not hold. */
export function readBigint(reader: Reader): bigint {
  const value = reader.uint64();
  if (typeof value === 'number') return BigInt(value);
  return (BigInt(value.high >>> 0) << 32n) | BigInt(value.low >>> 0);
}

/** Reads an unsigned field that stays below 2^53. */
export function readNumber(reader: Reader): number {
  const value = reader.uint64();
  return typeof value === 'number' ? value : (value.high >>> 0) * 2 ** 32 + (value.low >>> 0);
}

/** Reads a message for the text of one of its fields; empty where it has none. */
export function readText(reader: Reader, wanted: number): string {
  const end = endOfMessage(reader);
  let text = '';
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === wanted) text = reader.string();
    else reader.skipType(tag & 7);
  }
  return text;
}
