import { randomUUID } from 'node:crypto';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';

export interface Rendered {
  generationId: string;
  memberId: string;
  /** Of the picture, or of each where there are several. */
  bytes: Buffer | readonly Buffer[];
  /** Of its smaller copies; as the picture's where it does not matter. */
  preview?: Buffer;
  /** Long side of the preview, as it was made before it was ruled how large it may be. */
  previewPx?: number;
  /** Side of the picture, or both. */
  originalPx?: number | { width: number; height: number };
  provider?: string;
  revisedPrompt?: string;
}

/** Does what a render worker does to a queued generation, with these bytes for its pictures. */
export async function renderAs(
  { foundation }: TestServer,
  {
    generationId,
    memberId,
    bytes,
    preview,
    previewPx = 768,
    originalPx = 1024,
    provider = BUILT_IN,
    ...finish
  }: Rendered,
): Promise<void> {
  const ids = { generationId, memberId };
  const attempt = 1;
  const store = async (content: Buffer, px: number | { width: number; height: number }) => ({
    ...(await foundation.blobs.put(content)),
    ...(typeof px === 'number' ? { width: px, height: px } : px),
  });
  const pictures = Buffer.isBuffer(bytes) ? [bytes] : bytes;
  const variants = await Promise.all(
    pictures.map(async (picture, index): Promise<GenerationFact> => {
      const small = await store(preview ?? picture, previewPx);
      return {
        type: 'VariantCreated',
        data: {
          ...ids,
          variantId: randomUUID(),
          index,
          attempt,
          format: 'png',
          original: await store(picture, originalPx),
          preview: small,
          thumbnail: small,
          thumbhash: 'AAAA',
          seed: 1,
          provider,
          ...finish,
        },
      };
    }),
  );
  await append(foundation, generationId, [
    { type: 'RenderingStarted', data: { ...ids, attempt, worker: 'test', leaseUntil: '2030-01-01T00:00:00.000Z' } },
    ...variants,
    { type: 'GenerationCompleted', data: { ...ids, attempt, processingMs: 12 } },
  ]);
}

/** Ends a queued generation without a picture. */
export const failAs = (
  { foundation }: TestServer,
  { generationId, memberId }: { generationId: string; memberId: string },
): Promise<void> =>
  append(foundation, generationId, [
    { type: 'GenerationFailed', data: { generationId, memberId, reason: 'render_failed', detail: 'a test' } },
  ]);

async function append(
  { log }: TestServer['foundation'],
  generationId: string,
  facts: readonly GenerationFact[],
): Promise<void> {
  const stream = `generation-${generationId}`;
  const context = {
    key: randomUUID(),
    actor: { kind: 'system', id: 'test' },
    correlationId: randomUUID(),
  } as const;
  await log.append(stream, 0, newFacts(stream, facts, context));
}
