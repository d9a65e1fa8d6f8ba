import { aspectRatioKeys, resolutions } from '../generation/policy.ts';
import { BUILT_IN, type ProviderSheet } from './policy.ts';

const LITERAL = 'The built-in renderer takes the prompt as it is written';

/** What the built-in renderer can do. */
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
    safety_tolerance: 'The built-in renderer can draw nothing that would have to be kept back',
    enhance_prompt: `${LITERAL}. Enhance, under the prompt, writes it out and shows it first`,
    raw_mode: LITERAL,
    creative_detailing: 'The built-in renderer draws all the detail that its subject has',
  },
  factor: 1,
};
