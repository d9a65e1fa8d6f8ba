import { randomUUID } from 'node:crypto';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { newFacts } from '@easel/kernel/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';

/** Does what a render worker does to a queued generation, with these bytes for its picture. */
export async function renderAs(
  { foundation }: TestServer,
  { generationId, memberId, bytes }: { generationId: string; memberId: string; bytes: Buffer },
): Promise<void> {
  const ids = { generationId, memberId };
  const attempt = 1;
  const stored = { ...(await foundation.blobs.put(bytes)), width: 1024, height: 1024 };
  await append(foundation, generationId, [
    { type: 'RenderingStarted', data: { ...ids, attempt, worker: 'test', leaseUntil: '2030-01-01T00:00:00.000Z' } },
    {
      type: 'VariantCreated',
      data: {
        ...ids,
        variantId: randomUUID(),
        index: 0,
        attempt,
        format: 'png',
        original: stored,
        preview: stored,
        thumbnail: stored,
        thumbhash: 'AAAA',
        seed: 1,
        provider: 'procedural',
      },
    },
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
