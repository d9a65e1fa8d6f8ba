import type { StoredImage } from '@easel/contracts/generation/events';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import type { MadeFile, MadeImage } from './image-maker.ts';

/** Stores the files of an image that are not in the blob store yet. Throws BlobStoreFull. */
export async function storeImage(
  blobs: Pick<BlobStore, 'put'>,
  { original, preview, thumbnail, ...rest }: MadeImage<MadeFile | StoredImage>,
): Promise<MadeImage<StoredImage>> {
  const put = async (file: MadeFile | StoredImage): Promise<StoredImage> => {
    if ('blob' in file) return file;
    const { bytes, width, height } = file;
    const stored = await blobs.put(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { ...stored, width, height };
  };
  return {
    original: await put(original),
    preview: await put(preview),
    thumbnail: await put(thumbnail),
    ...rest,
  };
}
