import { brand } from '@easel/contracts/brand';
import { generationHttp, type Generation, ZIP_MAX } from '@easel/contracts/generation/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { download } from '../../lib/api.ts';
import { counted } from '../../lib/figures.ts';
import { invalidateMoved } from '../../lib/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.tsx';

/** The originals of many as one archive. */
export function useZip() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (generations: readonly Generation[]) => {
      const ids = generations.filter(({ variants }) => variants.length > 0).map(({ id }) => id);
      if (ids.length === 0 || ids.length > ZIP_MAX) {
        toast.error(
          ids.length === 0 ? 'No image available for download' : `At most ${ZIP_MAX} can be downloaded together`,
        );
        return;
      }
      const file = await download(generationHttp.zip, { body: { ids } });
      saveFile(file.blob, file.fileName ?? `${brand.slug}.zip`);
      toast.success(
        ids.length === 1 ? 'Image downloaded successfully' : `${counted(ids.length, 'image')} downloaded successfully`,
      );
      await invalidateMoved(client, generationHttp.zip);
    },
    onError: () => toast.error('Failed to download image'),
  });
}
