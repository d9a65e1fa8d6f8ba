import type { Size } from '@easel/contracts/generation/policy';
import type { RequestedGeneration } from '@easel/contracts/generation/view';
import { BlobMissing, type BlobStore } from '@easel/kernel/files/blob-store';
import { readBlob } from '../derive/read-blob.ts';
import type { RemoteCall, SentPicture } from '../providers/remote-provider.ts';
import { ReferenceGone } from './outcome.ts';
import { SENT_MAX_BYTES, type Prepared, type PrepareTask } from './pixel-tasks.ts';

export type SentAlong = Pick<RemoteCall, 'references' | 'edit'>;

export interface SendAlongOptions {
  readonly blobs: Pick<BlobStore, 'open'>;
  readonly prepare: (task: PrepareTask, signal: AbortSignal) => Promise<Prepared>;
}

/** Reads the pictures that every call of a generation sends. Throws ReferenceGone. */
export async function sendAlong(
  { references = [], edit }: Pick<RequestedGeneration, 'references' | 'edit'>,
  size: Size,
  { blobs, prepare }: SendAlongOptions,
  signal: AbortSignal,
): Promise<SentAlong> {
  if (references.length === 0 && !edit) return { references: [] };
  const read = (blob: string): Promise<Buffer> => readBlob(blobs, blob, { maxBytes: SENT_MAX_BYTES, signal });
  try {
    const prepared = await prepare(taskOf({ references, edit }, size), signal);
    const sent: SentPicture[] = [];
    for (const [n, { blob, type }] of prepared.references.entries()) {
      const { role, strength } = references[n] ?? {};
      sent.push({ bytes: await read(blob), type, role, strength });
    }
    if (!prepared.edit) return { references: sent };
    const source = { bytes: await read(prepared.edit.source), type: 'image/png' } as const;
    return { references: sent, edit: { source, mask: await read(prepared.edit.mask) } };
  } catch (error) {
    if (error instanceof BlobMissing) throw new ReferenceGone('a reference picture or edit source no longer exists');
    throw error;
  }
}

function taskOf(
  { references, edit }: Required<Pick<RequestedGeneration, 'references'>> & Pick<RequestedGeneration, 'edit'>,
  size: Size,
): PrepareTask {
  const source = edit?.source.file.blob;
  return {
    references: (references ?? []).map(({ file }) => file.blob),
    ...(edit &&
      source !== undefined && {
        edit: edit.kind === 'replace' ? { kind: edit.kind, source, mask: edit.mask.blob } : { kind: edit.kind, source },
      }),
    size,
  };
}
