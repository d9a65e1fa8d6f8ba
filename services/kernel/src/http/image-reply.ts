import { problems, Refused } from '@easel/contracts/kernel/problem';
import { BlobMissing, type BlobStore } from '../files/blob-store.ts';
import type { FastifyReply } from 'fastify';

/** For one member only. The browser revalidates each time, so it shows nothing after a sign-out. */
export const PRIVATE = 'private, no-cache';
/** For public pictures: one that is taken down leaves all caches within a minute. */
export const PUBLIC = 'public, max-age=60, must-revalidate';

export interface ImageReply {
  /** Digest of the bytes. */
  blob: string;
  /** If-None-Match, as it was sent. */
  known: string | undefined;
  /** Cache-Control. */
  cache: string;
  /** Content-Type; a WebP's where it is left out. */
  type?: string;
}

/** Sends a file that never changes, or that it is known already. Throws Refused (notFound) where its bytes are lost. */
export async function sendImage(
  reply: FastifyReply,
  blobs: Pick<BlobStore, 'open'>,
  { blob, known, cache, type = 'image/webp' }: ImageReply,
): Promise<void> {
  const etag = `"${blob}"`;
  if (known !== undefined && namesTag(known, etag)) {
    await reply.status(304).headers({ etag, 'cache-control': cache }).send();
    return;
  }
  const { stream, bytes } = await open(blobs, blob);
  await reply
    .headers({
      etag,
      'cache-control': cache,
      'content-type': type,
      'content-length': String(bytes),
      'x-content-type-options': 'nosniff',
    })
    .send(stream);
}

async function open(blobs: Pick<BlobStore, 'open'>, blob: string): ReturnType<BlobStore['open']> {
  try {
    return await blobs.open(blob);
  } catch (error) {
    throw error instanceof BlobMissing ? new Refused(problems.notFound) : error;
  }
}

/** Whether If-None-Match names this tag; it compares weakly (RFC 9110 §13.1.2). */
export const namesTag = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => strong(tag.trim()) === strong(etag));

const strong = (tag: string): string => tag.replace(/^W\//, '');
