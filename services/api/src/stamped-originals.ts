import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { FRAME_HEAD_BYTES, frameFor, type Frame } from '@easel/contracts/origin/packet';
import { xmpOfImage } from '@easel/contracts/origin/rights';
import { ORIGIN_PURPOSE, statementText, type ImageName } from '@easel/contracts/origin/statement';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

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
  async bytesOf(blob: string): Promise<number> {
    const { frame, bytes } = await this.frameOf(blob);
    return frame ? bytes + lengthOf(frame) : bytes;
  }

  /** Throws BlobMissing. */
  async open(blob: string, image: ImageName): Promise<{ stream: Readable; bytes: number }> {
    const { frame, head, bytes } = await this.frameOf(blob);
    if (!frame) return this.blobs.open(blob);
    const start = head.subarray(0, frame.at);
    const digest = await this.digestOf(blob, start, frame);
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
    return { stream, bytes: bytes + lengthOf(frame) };
  }

  private async frameOf(blob: string): Promise<{ frame: Frame | undefined; head: Buffer; bytes: number }> {
    const { stream, bytes } = await this.blobs.open(blob, { start: 0, end: FRAME_HEAD_BYTES - 1 });
    const head = await buffer(stream);
    return { frame: frameFor(head, PACKET_BYTES), head, bytes };
  }

  private async digestOf(blob: string, start: Buffer, frame: Frame): Promise<string> {
    const known = this.digests.get(blob);
    if (known !== undefined) return known;
    const hash = createHash('sha256').update(start).update(frame.before);
    const { stream } = await this.blobs.open(blob, { start: frame.at });
    for await (const part of stream) hash.update(part as Buffer);
    const digest = hash.digest('hex');
    this.digests.set(blob, digest);
    return digest;
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Every packet is as long: ids and digests are. */
const PACKET_BYTES = Buffer.byteLength(xmpOfImage({ generationId: NOBODY, variantId: NOBODY }));

const lengthOf = ({ before, after }: Frame): number => before.length + PACKET_BYTES + after.length;
