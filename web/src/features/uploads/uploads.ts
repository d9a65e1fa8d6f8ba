import { ApiError, isRefusal, messageOf } from '@easel/contracts/kernel/client/api-error';
import type { Problem } from '@easel/contracts/kernel/problem';
import { uploadProblems, uploadsHttp, type Upload } from '@easel/contracts/uploads/http';
import { UPLOAD_MAX_BYTES, type UploadPurpose } from '@easel/contracts/uploads/policy';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { invalidateMoved, routeQuery, useCommand } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';

const UPLOADS_PAGE = 24;
/** File types of the picker. The server decides by the file's content. */
export const UPLOAD_TYPES = 'image/png,image/jpeg,image/webp,image/avif';
const NAME_MAX = 200;

/** Reads a page of the member's uploads, newest first. The previous page stays on screen while the next one loads. */
export const uploadsQuery = (page: number) =>
  queryOptions({
    ...routeQuery(['uploads', 'list', { page }], uploadsHttp.list, { query: { page, limit: UPLOADS_PAGE } }),
    placeholderData: keepPreviousData,
  });

export const useUploads = (page = 1) => useQuery(uploadsQuery(page));

interface SentUpload {
  /** A chosen file, or data that a page produced. */
  file: Blob;
  /** Name to store; defaults to the file's own name. */
  name?: string;
  /** Defaults to `reference`. */
  purpose?: UploadPurpose;
}

/** Idempotency keys of sends with an unknown outcome: sending the same file again must not create a second upload. */
const unanswered = new WeakMap<Blob, string>();

async function send({ file, name, purpose = 'reference' }: SentUpload): Promise<Upload> {
  // Refuse it here, without sending 10 MB in vain.
  if (file.size > UPLOAD_MAX_BYTES) throw refused(uploadProblems.tooLarge);
  const idempotencyKey = unanswered.get(file) ?? crypto.randomUUID();
  unanswered.set(file, idempotencyKey);
  const query = { purpose, name: (name ?? (file instanceof File ? file.name : '')).slice(-NAME_MAX) };
  try {
    const { upload } = await call(uploadsHttp.send, { query, body: file }, { idempotencyKey });
    unanswered.delete(file);
    return upload;
  } catch (error) {
    if (isRefusal(error)) unanswered.delete(file);
    throw error;
  }
}

const refused = ({ status, code, message }: Problem): ApiError => new ApiError('http', message, { status, code });

/** Uploads one file. Throws ApiError with a message for the member. */
export function useSendUpload() {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => invalidateMoved(client, uploadsHttp.send) });
}

/** Returns why an upload failed, as members read it. */
export const reasonOf = (error: unknown): string =>
  messageOf(error, 'The file could not be uploaded. Please try again.');

export function useDeleteUpload() {
  const remove = useCommand(uploadsHttp.remove);
  return {
    isPending: remove.isPending,
    run: ({ id }: Upload, onDone: () => void) =>
      remove.mutate(
        { params: { id } },
        {
          onSuccess: () => {
            toast.success('Upload deleted');
            onDone();
          },
          onError: (error) => toast.error(messageOf(error, 'Failed to delete upload')),
        },
      ),
  };
}
