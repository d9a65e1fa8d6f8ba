import type { Upload } from '@easel/contracts/uploads/http';
import { useState } from 'react';
import { reasonOf, useSendUpload } from './uploads.ts';

/** A file that failed to upload, with the reason. */
export interface FailedFile {
  id: string;
  name: string;
  reason: string;
}

/** Uploads files one at a time, so that each has the full bandwidth. Continues after a failed file. */
export function useSending(onUploaded: (upload: Upload) => void = () => {}) {
  const { mutateAsync } = useSendUpload();
  const [failed, setFailed] = useState<readonly FailedFile[]>([]);
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);

  const send = async (files: readonly File[]): Promise<void> => {
    setFailed([]);
    for (const [done, file] of files.entries()) {
      setProgress({ done, all: files.length });
      try {
        onUploaded(await mutateAsync({ file }));
      } catch (error) {
        const failure = { id: crypto.randomUUID(), name: file.name, reason: reasonOf(error) };
        setFailed((before) => [...before, failure]);
      }
    }
    setProgress(null);
  };

  return { send, failed, progress };
}
