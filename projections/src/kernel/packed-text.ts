import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { namesTag } from '@easel/kernel/http/image-reply';

type Encoding = 'br' | 'gzip';

/** A tenth of the time of the smallest, and a tenth larger. */
const BROTLI_QUALITY = 5;

/** A text that many ask for: packed once for all who take it so. */
export class PackedText {
  readonly etag: string;
  readonly plain: Buffer;
  private readonly packed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    text: string,
    readonly type: string,
  ) {
    this.plain = Buffer.from(text);
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 22)}"`;
  }

  /** In bytes, as it is and packed. */
  get size(): number {
    return 2 * this.plain.byteLength;
  }

  as(encoding: Encoding): Promise<Buffer> {
    const known = this.packed.get(encoding);
    if (known) return known;
    const packing = encoding === 'br' ? brotli(this.plain) : promisify(gzip)(this.plain);
    this.packed.set(encoding, packing);
    return packing;
  }
}

const brotli = (plain: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });

interface Sent {
  acceptEncoding: string | undefined;
  /** If-None-Match. */
  known: string | undefined;
  /** Cache-Control; by default a copy must be revalidated. */
  cache?: string;
}

/** Sends it in the smallest form that is taken, or that it is known already. */
export async function sendPacked(
  reply: FastifyReply,
  text: PackedText,
  { acceptEncoding, known, cache = 'no-cache' }: Sent,
) {
  const headers = { etag: text.etag, 'cache-control': cache, vary: 'accept-encoding' };
  if (known !== undefined && namesTag(known, text.etag)) return reply.status(304).headers(headers).send();
  const encoding = encodingFor(acceptEncoding);
  const body = encoding ? await text.as(encoding) : text.plain;
  return reply
    .headers({ ...headers, 'content-type': text.type, ...(encoding && { 'content-encoding': encoding }) })
    .send(body);
}

const encodingFor = (accepted = ''): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted),
  );
