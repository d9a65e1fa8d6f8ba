import type { Readable } from 'node:stream';

/** No file of that name, or a name that no blob can have. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';
}

/** The file system has no room: nothing was stored and nothing is left over. */
export class BlobStoreFull extends Error {
  override readonly name = 'BlobStoreFull';
}

/** A range that begins beyond the blob's end, or ends before it begins. */
export class BlobRangeOutside extends RangeError {
  override readonly name = 'BlobRangeOutside';
  readonly bytes: number;

  constructor(bytes: number) {
    super(`The blob has ${bytes} bytes`);
    this.bytes = bytes;
  }
}

/** From 0; both ends belong to it, and an absent end is the blob's. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** What a range comes to in a blob of so many bytes; its end is included. Throws BlobRangeOutside. */
export function rangeWithin(bytes: number, { start, end = bytes - 1 }: ByteRange): { start: number; end: number } {
  const last = Math.min(end, bytes - 1);
  if (bytes > 0 && (start < 0 || start > last)) throw new BlobRangeOutside(bytes);
  return { start, end: last };
}

const NAME = /^[0-9a-f]{64}$/;

export const isBlobName = (text: string): boolean => NAME.test(text);

/** Files named by the SHA-256 of what they hold. A blob is there whole or not at all, whatever crashes. */
export abstract class BlobStore {
  /** Safe when it resolves. The same content again only notes that it was put. Throws BlobStoreFull. */
  abstract put(bytes: Buffer): Promise<{ blob: string; bytes: number }>;

  /**
   * The content, or a range of it; `bytes` is always the size of the whole. The stream may hold something open until it
   * has been read to its end or destroyed. Throws BlobMissing, BlobRangeOutside.
   */
  abstract open(blob: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>;

  abstract has(blob: string): Promise<boolean>;

  /** Every blob, in the order of the names, and when it was last put. */
  abstract list(): AsyncGenerator<{ blob: string; modifiedAt: Date }, void, void>;

  /**
   * Removes it, absent or not; with `unlessPutSince`, only where nobody has put it at that time or later, so that a
   * sweep cannot take what it found unused and somebody stores again at that moment. Tells whether it is gone.
   */
  abstract remove(blob: string, unlessPutSince?: Date): Promise<boolean>;

  /** Deletes what crashes left half written before that time; gives how many. */
  abstract sweepLeftovers(before: Date): Promise<number>;
}
