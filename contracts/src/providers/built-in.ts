import { aspectRatioKeys, resolutions } from '../generation/policy.ts';
import { BUILT_IN, type ProviderSheet } from './policy.ts';

const LITERAL = 'The built-in renderer uses the prompt exactly as written';

/** Describes what the built-in renderer can do. */
export const builtInSheet: ProviderSheet = {
  name: BUILT_IN,
  label: 'The built-in renderer',
  protocol: 'procedural',
  ratios: aspectRatioKeys,
  sizes: { kind: 'named', resolutions },
  references: 0,
  referenceRoles: [],
  referenceStrength: false,
  edits: false,
  seeds: true,
  negativePrompt: true,
  transparent: true,
  previews: false,
  moderated: false,
  ignored: {
    engine: 'The built-in renderer has one engine',
    safety_tolerance: 'The built-in renderer draws nothing that needs a safety filter',
    enhance_prompt: `${LITERAL}. To rewrite it, use Enhance under the prompt`,
    raw_mode: LITERAL,
    creative_detailing: 'The built-in renderer draws all the detail that its subject has',
  },
  factor: 1,
};
