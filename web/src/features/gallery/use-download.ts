import { generationHttp, generationProblems, type Generation } from '@easel/contracts/generation/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { download } from '../../lib/api.ts';
import { brand } from '@easel/contracts/brand';
import { invalidateMoved } from '../../lib/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.tsx';

interface Wanted {
  generation: Generation;
  variantIndex: number;
}

/** Fetches the original of one's own image and hands it to the browser as a file. */
export function useDownload() {
  const client = useQueryClient();
  const fetching = useMutation({
    mutationFn: async ({ generation, variantIndex }: Wanted) => {
      const file = await download(generationHttp.download, { params: { id: generation.id, index: variantIndex } });
      saveFile(file.blob, file.fileName ?? `${brand.slug}-${generation.id}.${generation.metadata.file_format}`);
    },
    onSuccess: () => {
      toast.success('Image downloaded successfully');
      return invalidateMoved(client, generationHttp.download);
    },
    onError: () => toast.error('Failed to download image'),
  });
  return {
    isPending: fetching.isPending,
    start: (generation: Generation, variantIndex: number) => {
      if (generation.variants.length === 0) toast.error(generationProblems.noImage.message);
      else fetching.mutate({ generation, variantIndex });
    },
  };
}
