import type { ShownCompetition, ShownEntry } from '@easel/contracts/competitions/http';
import { sampleGeneration, sampleVariant } from '../../generation/testing/sample-generation.ts';

export const V1 = '6d7c1b1e-1111-4c3f-9a55-0000000000f1';
export const V2 = '6d7c1b1e-1111-4c3f-9a55-0000000000f2';

/** A poster challenge as the server returns it, open for another ten and a half days. */
export const sampleChallenge = (changes: Partial<ShownCompetition> = {}): ShownCompetition => ({
  id: '6d7c1b1e-1111-4c3f-9a55-00000000000c',
  type: 'poster',
  month: '2026-11',
  name: 'Poster Design Challenge',
  theme: 'Tides',
  description: 'Whatever the sea leaves behind.',
  state: 'open',
  opens_at: '2026-11-01T00:00:00.000Z',
  closes_at: new Date(Date.now() + 10.5 * 86_400_000).toISOString(),
  announced_from: '2026-12-15T00:00:00.000Z',
  entries: 1,
  ...changes,
});

export const sampleEntry = (changes: Partial<ShownEntry> = {}): ShownEntry => ({
  id: '6d7c1b1e-1111-4c3f-9a55-00000000000e',
  competition_id: '6d7c1b1e-1111-4c3f-9a55-00000000000c',
  variant_id: V2,
  submitted_at: '2026-11-20T10:00:00.000Z',
  generation: sampleGeneration({
    status: 'completed',
    isPublic: true,
    original_prompt: 'A lighthouse',
    variant_count: 2,
    variants: [sampleVariant(V1), sampleVariant(V2)],
  }),
  likes: 3,
  proceeds: 57,
  buyers: 2,
  rank: 1,
  place: null,
  prize: null,
  ...changes,
});
