import { builtInSheet } from '@easel/contracts/providers/built-in';
import type { ProviderFigures } from '@easel/contracts/providers/figures.http';
import type { OperatedProvider } from '@easel/contracts/providers/http';

/** Creates a configured provider that is ready and within its budget. */
export const provider = (changes: Partial<OperatedProvider> = {}): OperatedProvider => ({
  ...builtInSheet,
  ratios: [...builtInSheet.ratios],
  sizes: { kind: 'named', resolutions: ['1k', '2k'] },
  referenceRoles: [],
  ignored: {},
  name: 'openai',
  label: 'OpenAI',
  protocol: 'openai-images',
  availability: { state: 'ready' },
  expectedMs: {},
  budget: { day: 50, memberDay: 2 },
  reservedToday: 3.2,
  version: 4,
  ...changes,
});

/** Creates the built-in renderer as the API returns it. */
export const builtIn = (): OperatedProvider =>
  provider({
    name: builtInSheet.name,
    label: builtInSheet.label,
    protocol: 'procedural',
    budget: { day: null, memberDay: null },
    reservedToday: null,
    version: 0,
  });

export const figures = (changes: Partial<ProviderFigures> = {}): ProviderFigures => ({
  id: 'openai',
  generations: 120,
  pictures: 230,
  completed: 115,
  failed: { moderated: 3, unknown_outcome: 1 },
  cancelled: 1,
  cost: 4.6,
  perhaps: 0.04,
  income: 15.9,
  p50Ms: 14_200,
  p95Ms: 41_000,
  ...changes,
});
