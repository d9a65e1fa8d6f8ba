import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ArchivedFile {
  /** Unique within the archive. */
  name: string;
  bytes: number;
  madeAt: Date;
  open: () => Promise<{ stream: Readable }>;
}

/**
 * A ZIP archive of stored files as they are: images do not get smaller by being packed again, and so `bytes`, the size
 * of the whole, is known before the first. Files are opened one after another, as fast as the archive is read; it
 * breaks off with an error where one cannot be read, and lets go of the open one when its reader leaves.
 */
export function archiveOf(files: readonly ArchivedFile[]): { stream: Readable; bytes: number } {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | undefined;
  const breakOff = (error: Error): void => void output.destroy(error);
  zip.on('error', breakOff);
  output.once('close', () => current?.destroy());
  for (const { name, bytes, madeAt, open } of files) {
    zip.addReadStreamLazy(name, { mtime: madeAt, mode: 0o100644, compress: false, size: bytes }, (give) => {
      open().then(({ stream }) => {
        current = stream;
        stream.once('error', breakOff);
        if (output.destroyed) stream.destroy();
        else give(null, stream);
      }, breakOff);
    });
  }
  let bytes = 0;
  // Called at once, since no size is still to be found out; the types do not know that it is given one.
  const setSize = (size: number): void => void (bytes = size);
  zip.end({ forceZip64Format: false, comment: '' }, setSize as () => void);
  return { stream: output, bytes };
}
