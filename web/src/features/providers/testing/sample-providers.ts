import { aspectRatioKeys } from '@easel/contracts/generation/policy';
import { builtInSheet } from '@easel/contracts/providers/built-in';
import type { KnownProvider, Routes } from '@easel/contracts/providers/policy';

const ready = { availability: { state: 'ready' } as const, expectedMs: {} };

const sampleBuiltIn: KnownProvider = { ...builtInSheet, ...ready };

/** A provider that does all that one can do; what is to be missing is said. */
export const sampleProvider = (changes: Partial<KnownProvider> = {}): KnownProvider => ({
  name: 'painter',
  label: 'Painter',
  protocol: 'openai-images',
  ratios: aspectRatioKeys,
  sizes: { kind: 'free', step: 64, minSidePx: 256, maxPixels: 2_000_000 },
  references: 4,
  referenceRoles: [],
  referenceStrength: false,
  edits: true,
  seeds: true,
  negativePrompt: true,
  transparent: true,
  previews: true,
  moderated: true,
  ignored: {},
  factor: 1,
  ...ready,
  ...changes,
});

/** As the server lists them, with the built-in renderer. */
export const providersReply = (providers: readonly KnownProvider[], routes: Routes = {}) => ({
  success: true as const,
  providers: [sampleBuiltIn, ...providers].map((one) => ({
    ...one,
    ratios: [...one.ratios],
    referenceRoles: [...one.referenceRoles],
    sizes:
      one.sizes.kind === 'listed'
        ? { kind: 'listed' as const, sizes: [...one.sizes.sizes] }
        : one.sizes.kind === 'named'
          ? { kind: 'named' as const, resolutions: [...one.sizes.resolutions] }
          : one.sizes,
  })),
  routes,
});
