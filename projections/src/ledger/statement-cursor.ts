import { problems, Refused } from '@easel/contracts/kernel/problem';

const BYTES = 8;
const LARGEST = 2n ** 63n - 1n;

/**
 * The place of an entry in its statement, as the page behind it is asked for. Whose statement, only the caller's token
 * says.
 */
export function cursorOf(position: bigint): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeBigUInt64BE(position);
  return bytes.toString('base64url');
}

/** Throws Refused (invalid) for what `cursorOf` has not made. */
export function positionOf(cursor: string): bigint {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.length === BYTES ? bytes.readBigUInt64BE() : undefined;
  if (position === undefined || position > LARGEST || cursorOf(position) !== cursor) {
    throw new Refused(problems.invalid, { message: 'This cursor is not one of ours' });
  }
  return position;
}
