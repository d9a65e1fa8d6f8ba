import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { FRAME_HEAD_BYTES, frameFor, type Frame } from '@easel/contracts/origin/packet';
import { makingOf } from '@easel/contracts/origin/making';
import { xmpOfImage, type DescribedImage } from '@easel/contracts/origin/rights';
import { ORIGIN_PURPOSE, statementText } from '@easel/contracts/origin/statement';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** An image whose original is handed out, and what its file says of it. */
interface Stamped {
  readonly generationId: string;
  readonly variantId: string;
  readonly provider: string;
  readonly enlarged?: true | undefined;
  readonly original: { readonly blob: string };
}

/** To sign a file it has to be read once: what was read is known for so many. */
const KNOWN_DIGESTS = 10_000;

/**
 * Originals as they are handed out: as they are stored, and with the signed statement of where they came from put in
 * among their first bytes. Pixels stay what they are. What is no PNG or JPEG is handed out as it is.
 */
@Injectable()
export class StampedOriginals {
  private readonly digests = new LRUCache<string, string>({ max: KNOWN_DIGESTS });

  constructor(
    private readonly blobs: BlobStore,
    private readonly sealer: Sealer,
  ) {}

  /** Of the file as it will be handed out. Throws BlobMissing. */
  async bytesOf({ original: { blob }, ...image }: Stamped): Promise<number> {
    const packetBytes = packetBytesOf(described(image));
    const { frame, bytes } = await this.frameOf(blob, packetBytes);
    return frame ? bytes + lengthOf(frame, packetBytes) : bytes;
  }

  /** Throws BlobMissing. */
  async open({ original: { blob }, ...stamped }: Stamped): Promise<{ stream: Readable; bytes: number }> {
    const image = described(stamped);
    const packetBytes = packetBytesOf(image);
    const { frame, head, bytes } = await this.frameOf(blob, packetBytes);
    if (!frame) return this.blobs.open(blob);
    const start = head.subarray(0, frame.at);
    const digest = await this.digestOf(blob, packetBytes, start, frame);
    const signature = this.sealer.digest(ORIGIN_PURPOSE, statementText({ ...image, digest }));
    const packet = Buffer.from(xmpOfImage(image, { digest, signature }));
    const after = Buffer.from(frame.after);
    // Of a PNG's chunk, from its type on.
    if (after.length > 0) after.writeUInt32BE(crc32(packet, crc32(frame.before.subarray(4))));
    const { stream: rest } = await this.blobs.open(blob, { start: frame.at });
    const whole = async function* (): AsyncGenerator<Buffer, void, void> {
      yield Buffer.concat([start, frame.before, packet, after]);
      for await (const part of rest) yield part as Buffer;
    };
    const stream = Readable.from(whole(), { objectMode: false });
    // A generator that was never started runs no cleanup, so the file has to be closed here.
    stream.once('close', () => rest.destroy());
    return { stream, bytes: bytes + lengthOf(frame, packetBytes) };
  }

  private async frameOf(
    blob: string,
    packetBytes: number,
  ): Promise<{ frame: Frame | undefined; head: Buffer; bytes: number }> {
    const { stream, bytes } = await this.blobs.open(blob, { start: 0, end: FRAME_HEAD_BYTES - 1 });
    const head = await buffer(stream);
    return { frame: frameFor(head, packetBytes), head, bytes };
  }

  /** The packet's length is among the bytes that are covered. */
  private async digestOf(blob: string, packetBytes: number, start: Buffer, frame: Frame): Promise<string> {
    const name = `${blob} ${packetBytes}`;
    const known = this.digests.get(name);
    if (known !== undefined) return known;
    const hash = createHash('sha256').update(start).update(frame.before);
    const { stream } = await this.blobs.open(blob, { start: frame.at });
    for await (const part of stream) hash.update(part as Buffer);
    const digest = hash.digest('hex');
    this.digests.set(name, digest);
    return digest;
  }
}

const described = ({ generationId, variantId, ...made }: Omit<Stamped, 'original'>): DescribedImage => ({
  generationId,
  variantId,
  making: makingOf(made),
});

/** Signed or not, it is as long: digests are. */
const packetBytesOf = (image: DescribedImage): number => Buffer.byteLength(xmpOfImage(image));

const lengthOf = ({ before, after }: Frame, packetBytes: number): number => before.length + packetBytes + after.length;
