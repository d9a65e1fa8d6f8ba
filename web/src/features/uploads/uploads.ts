import { ApiError, isRefusal, messageOf } from '@easel/contracts/kernel/client/api-error';
import type { Problem } from '@easel/contracts/kernel/problem';
import { uploadProblems, uploadsHttp, type Upload } from '@easel/contracts/uploads/http';
import { UPLOAD_MAX_BYTES, type UploadPurpose } from '@easel/contracts/uploads/policy';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { invalidateMoved, routeQuery, useCommand } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';

const UPLOADS_PAGE = 24;
/** What the dialog for choosing files offers; the server decides by their bytes. */
export const UPLOAD_TYPES = 'image/png,image/jpeg,image/webp,image/avif';
const NAME_MAX = 200;

/** A page of the member's uploads, the newest first; the page before stays on the screen until it has come. */
export const uploadsQuery = (page: number) =>
  queryOptions({
    ...routeQuery(['uploads', 'list', { page }], uploadsHttp.list, { query: { page, limit: UPLOADS_PAGE } }),
    placeholderData: keepPreviousData,
  });

export const useUploads = (page = 1) => useQuery(uploadsQuery(page));

interface SentUpload {
  /** A file that was chosen, or what a page made. */
  file: Blob;
  /** As a member would call it; a file's own name where it is left out. */
  name?: string;
  /** A reference unless said otherwise. */
  purpose?: UploadPurpose;
}

/** The same file sent again after an unknown outcome is the same upload. */
const unanswered = new WeakMap<Blob, string>();

async function send({ file, name, purpose = 'reference' }: SentUpload): Promise<Upload> {
  // It would be sent for nothing.
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

/** Sends one file. Fails with an ApiError whose message says what is wrong with the file. */
export function useSendUpload() {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => invalidateMoved(client, uploadsHttp.send) });
}

/** Why an upload failed, in words for its member. */
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
