import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobMissing, BlobStore, rangeWithin, type ByteRange } from '../../files/blob-store.ts';
import { faultPoint } from '../../server/fault-point.ts';
import { atOnce, type Turn } from './turn.ts';

interface Stored {
  bytes: Buffer;
  putAt: Date;
}

/** A disk in memory, with its fault points: what lies there outlives whoever put it. */
export class MemoryDisk {
  readonly blobs = new Map<string, Stored>();
  /** Half written, or whole and without a name yet. */
  readonly incoming = new Set<Stored>();
  /** Set aside to be removed. */
  readonly removing = new Map<string, Stored>();

  connect(turn: Turn = atOnce): BlobStore {
    return new MemoryBlobStore(this, turn);
  }
}

class MemoryBlobStore extends BlobStore {
  private readonly disk: MemoryDisk;
  private readonly turn: Turn;

  constructor(disk: MemoryDisk, turn: Turn) {
    super();
    this.disk = disk;
    this.turn = turn;
  }

  override async put(bytes: Buffer): Promise<{ blob: string; bytes: number }> {
    const blob = createHash('sha256').update(bytes).digest('hex');
    const stored = { bytes: Buffer.from(bytes), putAt: new Date() };
    await this.turn('asked', 'blobs.put');
    if (!this.disk.blobs.has(blob)) {
      this.disk.incoming.add(stored);
      faultPoint('blob.before-rename');
      this.disk.incoming.delete(stored);
    }
    stored.putAt = new Date();
    this.disk.blobs.set(blob, stored);
    faultPoint('blob.after-rename');
    await this.turn('answered', 'blobs.put');
    return { blob, bytes: bytes.length };
  }

  override async open(blob: string, range: ByteRange = { start: 0 }): Promise<{ stream: Readable; bytes: number }> {
    await this.turn('asked', 'blobs.open');
    if (!this.disk.blobs.has(blob)) this.restore(blob);
    const stored = this.disk.blobs.get(blob);
    if (!stored) throw new BlobMissing(`There is no blob ${JSON.stringify(blob.slice(0, 80))}`);
    const { start, end } = rangeWithin(stored.bytes.length, range);
    await this.turn('answered', 'blobs.open');
    return { stream: Readable.from([stored.bytes.subarray(start, end + 1)]), bytes: stored.bytes.length };
  }

  override async has(blob: string): Promise<boolean> {
    await this.turn('asked', 'blobs.has');
    return this.disk.blobs.has(blob);
  }

  override async *list(): AsyncGenerator<{ blob: string; modifiedAt: Date }, void, void> {
    await this.turn('asked', 'blobs.list');
    for (const blob of this.disk.removing.keys()) this.restore(blob);
    for (const blob of [...this.disk.blobs.keys()].sort()) {
      const stored = this.disk.blobs.get(blob);
      if (stored) yield { blob, modifiedAt: stored.putAt };
    }
  }

  override async remove(blob: string, unlessPutSince?: Date): Promise<boolean> {
    await this.turn('asked', 'blobs.remove');
    const stored = this.disk.blobs.get(blob);
    if (!stored) return true;
    this.disk.blobs.delete(blob);
    this.disk.removing.set(blob, stored);
    faultPoint('blob.set-aside');
    await this.turn('answered', 'blobs.remove');
    if (this.disk.removing.get(blob) !== stored) return false; // a reader has just brought it back
    if (unlessPutSince && stored.putAt >= unlessPutSince) {
      this.restore(blob);
      return false;
    }
    this.disk.removing.delete(blob);
    return true;
  }

  override async sweepLeftovers(before: Date): Promise<number> {
    await this.turn('asked', 'blobs.sweepLeftovers');
    const old = [...this.disk.incoming].filter(({ putAt }) => putAt < before);
    for (const stored of old) this.disk.incoming.delete(stored);
    return old.length;
  }

  /** With a fresh time, as on a disk. */
  private restore(blob: string): void {
    const stored = this.disk.removing.get(blob);
    if (!stored) return;
    this.disk.removing.delete(blob);
    this.disk.blobs.set(blob, { ...stored, putAt: new Date() });
  }
}
