import type { Upload } from '@easel/contracts/uploads/http';
import { useState } from 'react';
import { reasonOf, useSendUpload } from './uploads.ts';

/** A file that was not taken, and why. */
export interface FailedFile {
  id: string;
  name: string;
  reason: string;
}

/** Sends files one after the other, so that each has the whole line, and goes on after one that fails. */
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
