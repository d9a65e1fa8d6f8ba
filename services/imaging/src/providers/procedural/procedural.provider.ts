import { brand } from '@easel/contracts/brand';
import { encode } from '../../derive/sharp.gateway.ts';
import type { ImageProvider } from '../provider.ts';
import { draw } from './picture.ts';

/** Draws from the prompt's words, the style and the seed alone, and says in the file's EXIF that it did. */
export const procedural: ImageProvider = {
  name: 'procedural',
  async render({ prompt, negativePrompt, lettering, settings, seed, size }, _signal, onProgress) {
    const { style, model, aspectRatio, outputFormat: format, isTshirtDesign } = settings;
    const picture = draw(
      { prompt, negativePrompt, lettering, style, aspectRatio, seed, model, transparent: isTshirtDesign },
      size,
      onProgress,
    );
    // No word of the prompt: a file outlives the erasure of who wrote it.
    const bytes = await encode({ ...picture, ...size }, format, {
      Software: brand.name,
      ImageDescription: JSON.stringify({ provider: 'procedural', composer: picture.composer, seed }),
    });
    return { bytes, format };
  },
};
