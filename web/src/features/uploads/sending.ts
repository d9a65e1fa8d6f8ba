import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { uploadProblems, type Upload } from '@easel/contracts/uploads/http';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { reasonOf, useSendUpload } from './uploads.ts';

/** A file that failed to upload, with the reason. */
export interface FailedFile {
  id: string;
  name: string;
  reason: string;
}

const isFull = (error: unknown): boolean => error instanceof ApiError && error.code === uploadProblems.full.code;

/** Uploads files one at a time, so that each has the full bandwidth. Continues after a failed file. */
export function useSending(onUploaded: (upload: Upload) => void) {
  const { mutateAsync } = useSendUpload();
  const [failed, setFailed] = useState<readonly FailedFile[]>([]);
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const isShown = useIsShown();

  const fail = (name: string, error: unknown) => {
    const failure = { id: crypto.randomUUID(), name, reason: reasonOf(error) };
    if (isShown.current) setFailed((before) => [...before, failure]);
    // The list of failures is gone with its page.
    else toast.error(`${name}: ${failure.reason}`);
  };

  const send = async (files: readonly File[]): Promise<void> => {
    setFailed([]);
    for (const [done, file] of files.entries()) {
      setProgress({ done, all: files.length });
      try {
        onUploaded(await mutateAsync({ file }));
      } catch (error) {
        const rest = files.length - done - 1;
        if (isFull(error) && rest > 0) {
          // They would be sent for nothing.
          fail(`${file.name} and ${rest} more`, error);
          break;
        }
        fail(file.name, error);
      }
    }
    setProgress(null);
  };

  return { send, failed, progress };
}

function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
