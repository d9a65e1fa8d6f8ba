import { validateHeaderValue } from 'node:http';
import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

export interface FileReply {
  /** Content-Type. */
  type: string;
  /** Content-Disposition; without it the browser shows the file. */
  disposition?: string;
  headers: Readonly<Record<string, string>>;
  /** Content; `bytes` is its length. */
  open: () => Promise<{ stream: Readable; bytes: number }>;
  /** Counts the download; called last before sending. */
  count?: () => Promise<unknown>;
}

/**
 * Replies with a stored file. Validates the headers, opens the file, counts the download, then sends. A download that
 * fails before that is not counted; one that the caller aborts later is. The file is closed when the connection closes.
 * Throws what `open` and `count` throw.
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
