import { randomUUID } from 'node:crypto';
import type { Tier } from '@easel/contracts/account/policy';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { AspectRatio, Resolution } from '@easel/contracts/generation/policy';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { Records } from './records.ts';

export interface Planted {
  memberId: string;
  prompt: string;
  tier?: Tier;
  aspectRatio?: AspectRatio;
  resolution?: Resolution;
  count?: number;
  provider?: string;
}

/** A request past the accounts: nothing is held for it, and nothing paid. */
export const requestFact = (planted: Planted): Extract<GenerationFact, { type: 'GenerationRequested' }> => {
  const {
    memberId,
    prompt,
    tier = 'free',
    aspectRatio = 'square_1_1',
    resolution = '1k',
    count = 1,
    provider = BUILT_IN,
  } = planted;
  return {
    type: 'GenerationRequested',
    data: {
      generationId: randomUUID(),
      memberId,
      prompt,
      negativePrompt: '',
      settings: {
        model: 'auto',
        engine: 'automatic',
        style: 'auto',
        aspectRatio,
        resolution,
        outputFormat: 'png',
        seed: 7,
        count,
        safetyTolerance: 2,
        enhancePrompt: false,
        rawMode: false,
        creativeDetailing: 33,
        filterNsfw: true,
        isTshirtDesign: false,
      },
      provider,
      tenths: 0,
      requestedAt: new Date().toISOString(),
      tier,
      variantOf: null,
    },
  };
};

/** Facts of one generation as somebody else's program would append them. */
export async function plantFacts(
  { log }: Records,
  expected: number | 'none',
  facts: readonly [GenerationFact, ...GenerationFact[]],
): Promise<void> {
  const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: 'planted' } as const;
  const stream = `generation-${facts[0].data.generationId}`;
  await log.append(stream, expected, newFacts(stream, facts, context));
}
