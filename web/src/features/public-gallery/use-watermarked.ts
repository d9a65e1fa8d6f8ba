import type { Generation } from '@easel/contracts/generation/http';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import { askedAs } from '../images/image-details.ts';
import { watermarked, watermarkedFileName } from './watermark.ts';

class NotLoaded extends Error {}

/** Saves a watermarked copy, drawn in the browser. */
export function useWatermarked() {
  return useMutation({
    mutationFn: async ({ generation, variantIndex }: { generation: Generation; variantIndex: number }) => {
      const variant = generation.variants[variantIndex];
      if (!variant) {
        toast.error('No image available for download');
        return;
      }
      const image = new Image();
      image.src = variant.image_url;
      await image.decode().catch(() => {
        throw new NotLoaded();
      });
      saveFile(
        await watermarked(image, generation.id),
        watermarkedFileName(askedAs(generation, variantIndex).original_prompt),
      );
      toast.success('Watermarked image downloaded successfully');
    },
    onError: (error) =>
      toast.error(
        error instanceof NotLoaded ? 'Failed to load image for watermarking' : 'Failed to download watermarked image',
      ),
  });
}
