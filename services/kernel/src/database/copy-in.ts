import { type ClientBase, type Connection, Query } from 'pg';

/** What COPY needs of the driver's connection, which its types leave out. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/**
 * Only what is a query of the driver's own may be sent on a connection whose statements travel ahead of their answers.
 * The rows travel with the statement: a server that refuses it passes over them.
 */
class CopyIn extends Query {
  constructor(statement: string, chunk: Buffer, answered: (error: Error | undefined) => void) {
    super(statement, answered);
    const submit = this.submit.bind(this);
    this.submit = (connection) => {
      submit(connection);
      const copying = connection as CopyConnection;
      copying.sendCopyFromChunk(chunk);
      copying.endCopyFrom();
    };
  }

  /** Nothing is left to send. */
  handleCopyInResponse(): void {}
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEADER_BYTES = SIGNATURE.length + 8;
const FIRST_BYTES = 256 * 1_024;
const ASCII = 128;
const ZERO = 48;
/** From so many characters on the runtime's own encoder is faster than a loop. */
const LONG_TEXT = 48;
/** PostgreSQL counts times and days from the year 2000 on. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
/** The digits of a time after its milliseconds. */
const MICROSECONDS = /\.\d{3}(\d{1,3})/;

/** What a digit of an id says, by its character. */
const digits = new Uint8Array(ASCII);
for (const [value, digit] of Array.from('0123456789abcdef').entries()) {
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * Rows in COPY's binary format, written as they come into one stretch of memory: of all ways to bring many rows into
 * the database it leaves the least to do on either side. Each row is begun, and then each of its columns is told in
 * turn.
 */
export class CopyRows {
  private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private at = HEADER_BYTES;

  constructor(private readonly columns: number) {
    SIGNATURE.copy(this.bytes);
    this.bytes.fill(0, SIGNATURE.length, HEADER_BYTES);
  }

  row(): void {
    this.room(2);
    this.int16(this.columns);
  }

  nothing(): void {
    this.room(4);
    this.int32(-1);
  }

  int2(value: number): void {
    this.room(6);
    this.int32(2);
    this.int16(value);
  }

  int4(value: number): void {
    this.room(8);
    this.int32(4);
    this.int32(value);
  }

  int8(value: bigint | number): void {
    this.room(12);
    this.int32(8);
    if (typeof value === 'bigint') {
      this.bytes.writeBigInt64BE(value, this.at);
      this.at += 8;
    } else {
      this.int32(Math.floor(value / 0x1_0000_0000));
      this.int32(value | 0);
    }
  }

  float8(value: number): void {
    this.room(12);
    this.int32(8);
    this.at = this.bytes.writeDoubleBE(value, this.at);
  }

  boolean(value: boolean): void {
    this.room(5);
    this.int32(1);
    this.bytes[this.at++] = value ? 1 : 0;
  }

  /** Of an instant in ISO 8601. Throws for what is none. */
  timestamptz(value: string): void {
    const ms = Date.parse(value);
    if (Number.isNaN(ms)) throw new TypeError(`${value.slice(0, 60)} is no time`);
    const beyond = value.length > 24 ? Number((MICROSECONDS.exec(value)?.[1] ?? '').padEnd(3, '0')) : 0;
    this.int8((ms - EPOCH_MS) * 1_000 + beyond);
  }

  /** Of a day as `2026-01-31`. Throws for what is none. */
  date(value: string): void {
    const days = (Date.parse(`${value}T00:00:00Z`) - EPOCH_MS) / DAY_MS;
    if (Number.isNaN(days)) throw new TypeError(`${value.slice(0, 60)} is no day`);
    this.int4(days);
  }

  text(value: string | null): void {
    if (value === null) {
      this.nothing();
      return;
    }
    const { length } = value;
    this.room(4 + 3 * length);
    const { bytes } = this;
    const start = this.at + 4;
    if (length >= LONG_TEXT) {
      const written = bytes.write(value, start, 'utf8');
      this.int32(written);
      this.at = start + written;
      return;
    }
    let written = length;
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index);
      if (code >= ASCII) {
        written = bytes.write(value, start, 'utf8');
        break;
      }
      bytes[start + index] = code;
    }
    this.int32(written);
    this.at = start + written;
  }

  /** Throws for what is none. */
  uuid(value: string | null): void {
    if (value === null) {
      this.nothing();
      return;
    }
    if (value.length !== 36) throw new TypeError(`${value.slice(0, 60)} is no id`);
    this.room(20);
    this.int32(16);
    const { bytes } = this;
    let { at } = this;
    for (let index = 0; index < 36; index += 2) {
      if (index === 8 || index === 13 || index === 18 || index === 23) index++;
      bytes[at++] = (this.digit(value, index) << 4) | this.digit(value, index + 1);
    }
    this.at = at;
  }

  raw(value: Uint8Array): void {
    this.room(4 + value.length);
    this.int32(value.length);
    this.bytes.set(value, this.at);
    this.at += value.length;
  }

  /** Each number's four bytes, the highest first. */
  int32s(values: Int32Array, count: number): void {
    this.room(4 + 4 * count);
    this.int32(4 * count);
    for (let index = 0; index < count; index++) this.int32(values[index] ?? 0);
  }

  /**
   * Sends the rows; nothing more may be written here from then on.
   * @param statement `copy … from stdin (format binary)`
   */
  async send(sql: ClientBase, statement: string): Promise<void> {
    this.room(2);
    this.int16(-1);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const chunk = this.bytes.subarray(0, this.at);
    sql.query(new CopyIn(statement, chunk, (error) => (error ? reject(error) : resolve())));
    await promise;
  }

  private digit(value: string, index: number): number {
    const code = value.charCodeAt(index);
    const digit = digits[code] ?? 0;
    if (digit === 0 && code !== ZERO) throw new TypeError(`${value} is no id`);
    return digit;
  }

  private int16(value: number): void {
    this.bytes[this.at++] = value >> 8;
    this.bytes[this.at++] = value;
  }

  private int32(value: number): void {
    const { bytes, at } = this;
    bytes[at] = value >> 24;
    bytes[at + 1] = value >> 16;
    bytes[at + 2] = value >> 8;
    bytes[at + 3] = value;
    this.at = at + 4;
  }

  private room(more: number): void {
    const wanted = this.at + more;
    if (wanted <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}
