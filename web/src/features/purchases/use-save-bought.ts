import { useMutation } from '@tanstack/react-query';
import { toast } from '../../ui/toast.tsx';
import { saveBought, type FileRequest } from './bought-file.ts';

/** Downloads what was bought, and says how that ended; it goes on when whoever asked for it is closed. */
export const useSaveBought = () =>
  useMutation({
    mutationFn: ({ purchaseId, request = {} }: { purchaseId: string; request?: FileRequest }) =>
      saveBought(purchaseId, request),
    onSuccess: () => toast.success('Download completed successfully!'),
    onError: () => toast.error('Download failed'),
  });
