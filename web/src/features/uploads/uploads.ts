import { uploadsHttp, type Upload } from '@easel/contracts/uploads/http';
import type { UploadPurpose } from '@easel/contracts/uploads/policy';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf } from '@easel/contracts/kernel/client/address';
import { call, send } from '../../lib/api.ts';
import { invalidateMoved } from '../../lib/queries.ts';
import * as z from 'zod/mini';

const PART = 24;

export const useUploads = () =>
  useInfiniteQuery({
    queryKey: ['uploads', 'list'],
    queryFn: ({ pageParam, signal }) => call(uploadsHttp.list, { query: { page: pageParam, limit: PART } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
  });

export function useSendUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      file,
      purpose,
      name,
    }: {
      file: Blob;
      purpose: UploadPurpose;
      name: string;
    }): Promise<Upload> =>
      send(
        {
          method: 'POST',
          access: 'member',
          address: addressOf(uploadsHttp.send, { query: { purpose, name } }),
          body: file as unknown as string,
        },
        async (response) => z.parse(uploadsHttp.send.reply, await response.json()).upload,
      ),
    onSuccess: () => invalidateMoved(client, uploadsHttp.send),
  });
}
