import { validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

export interface FileReply {
  /** Content-Type. */
  type: string;
  /** Content-Disposition; absent: the file is shown, not kept. */
  disposition?: string;
  headers: Readonly<Record<string, string>>;
  /** Content; `bytes` is its length. */
  open: () => Promise<{ stream: Readable; bytes: number }>;
  /** Counts the download: called when nothing is left but to send. */
  count?: () => Promise<unknown>;
}

/**
 * A stored file as a reply. The file is opened last and let go of when the caller is gone; a download counts once its
 * headers are known to be valid and its content is open, so one that fails before counts nothing, and one that the
 * caller breaks off counts. Throws what `open` and `count` throw.
 */
export async function fileReply(
  reply: FastifyReply,
  { type, disposition, headers, open, count }: FileReply,
): Promise<StreamableFile> {
  const all = { ...headers, ...(disposition !== undefined && { 'content-disposition': disposition }) };
  for (const [name, value] of Object.entries(all)) validateHeaderValue(name, value);
  void reply.headers(headers);
  const { stream, bytes } = await open();
  const about = { type, length: bytes, ...(disposition !== undefined && { disposition }) };
  if (reply.raw.destroyed) {
    stream.destroy();
    return new StreamableFile(Readable.from([]), about);
  }
  reply.raw.once('close', () => stream.destroy());
  try {
    await count?.();
  } catch (error) {
    stream.destroy();
    throw error;
  }
  if (reply.raw.destroyed) stream.destroy();
  return new StreamableFile(stream, about);
}
