// Arrays in PostgreSQL's binary format, which pg passes on as they are: event data crosses once, unescaped.

const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const TEXT = 25;
const UUID = 2950;

export const int8Array = (values: readonly number[]) =>
  fixedSize(INT8, 8, values, (out, at, value) => {
    out.writeInt32BE(Math.floor(value / 0x100000000), at);
    out.writeUInt32BE(value % 0x100000000, at + 4);
  });

export const boolArray = (values: readonly boolean[]) =>
  fixedSize(BOOL, 1, values, (out, at, value) => {
    out[at] = value ? 1 : 0;
  });

/** Of UUIDs in their 36-letter form. */
export const uuidArray = (values: readonly string[]) =>
  fixedSize(UUID, 16, values, (out, at, value) => {
    out.write(value.replaceAll('-', ''), at, 'hex');
  });

export function textArray(values: readonly string[]): Buffer {
  const sizes = values.map((value) => Buffer.byteLength(value));
  return variableSize(TEXT, values, sizes, (out, at, value) => out.write(value, at));
}

export function byteaArray(values: readonly Uint8Array[]): Buffer {
  const sizes = values.map((value) => value.length);
  return variableSize(BYTEA, values, sizes, (out, at, value) => out.set(value, at));
}

const HEADER_BYTES = 20;

function header(out: Buffer, elementType: number, length: number): void {
  out.writeInt32BE(1, 0); // dimensions
  out.writeInt32BE(0, 4); // no nulls
  out.writeInt32BE(elementType, 8);
  out.writeInt32BE(length, 12);
  out.writeInt32BE(1, 16); // lower bound
}

function fixedSize<Value>(
  elementType: number,
  size: number,
  values: readonly Value[],
  write: (out: Buffer, at: number, value: Value) => void,
): Buffer {
  const out = Buffer.allocUnsafe(HEADER_BYTES + values.length * (4 + size));
  header(out, elementType, values.length);
  let at = HEADER_BYTES;
  for (const value of values) {
    out.writeInt32BE(size, at);
    write(out, at + 4, value);
    at += 4 + size;
  }
  return out;
}

function variableSize<Value>(
  elementType: number,
  values: readonly Value[],
  sizes: readonly number[],
  write: (out: Buffer, at: number, value: Value) => void,
): Buffer {
  const out = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, HEADER_BYTES));
  header(out, elementType, values.length);
  let at = HEADER_BYTES;
  for (const [index, value] of values.entries()) {
    const size = sizes[index] ?? 0;
    out.writeInt32BE(size, at);
    write(out, at + 4, value);
    at += 4 + size;
  }
  return out;
}
