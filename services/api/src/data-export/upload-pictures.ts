import { buffer } from 'node:stream/consumers';
import { sniffUpload } from '@easel/contracts/uploads/sniff';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import type { UploadsLookup } from '../uploads/uploads.lookup.ts';
import type { PackedPicture } from './pack-data.ts';

/** Enough to know a format by. */
const HEAD_BYTES = 32;

/** Finds the files of what a member brought along, masks among them, as they are kept. */
export async function uploadPictures(
  uploads: Pick<UploadsLookup, 'allOf'>,
  blobs: Pick<BlobStore, 'open'>,
  memberId: string,
): Promise<PackedPicture[]> {
  const pictures: PackedPicture[] = [];
  for (const { id, purpose, original, uploadedAt } of await uploads.allOf(memberId)) {
    const { stream } = await blobs.open(original.blob, { start: 0, end: HEAD_BYTES - 1 });
    const head = sniffUpload(await buffer(stream));
    const name = `${purpose === 'mask' ? 'mask' : 'upload'}-${uploadedAt.slice(0, 10)}-${id}`;
    pictures.push({
      name: `uploads/${name}.${head.kind === 'other' ? 'bin' : head.format}`,
      bytes: original.bytes,
      madeAt: new Date(uploadedAt),
      open: () => blobs.open(original.blob),
    });
  }
  return pictures;
}
