import { generationRequest } from '@easel/contracts/generation/http';
import {
  imageCounts,
  resolutions,
  type AspectRatio,
  type Resolution,
  type Style,
} from '@easel/contracts/generation/policy';
import type * as z from 'zod/mini';
import { schemaResolver } from '../../lib/form.ts';

/** What is sent; everything the form does not ask is left to the server's defaults. */
export type GenerationOrder = z.input<typeof generationRequest> & {
  resolution: Resolution;
  count: number;
  aspect_ratio: AspectRatio;
};

/** The form as it stands on the screen, under the wire's own names, so that the server's complaints find their fields. */
export interface GeneratorForm {
  prompt: string;
  negative_prompt: string;
  style: Style;
  aspect_ratio: AspectRatio;
  resolution: Resolution;
  /** Text, as radio buttons give it. */
  count: `${(typeof imageCounts)[number]}`;
  output_format: 'png' | 'jpg';
  /** Empty: the server picks one. */
  seed: string;
}

export const orderOf = ({ count, seed, ...rest }: GeneratorForm): GenerationOrder => ({
  ...rest,
  prompt: rest.prompt.trim(),
  negative_prompt: rest.negative_prompt.trim(),
  count: imageCounts.find((known) => String(known) === count) ?? imageCounts[0],
  seed: seed.trim() === '' ? null : seed.trim(),
});

export const generatorResolver = schemaResolver<GeneratorForm>(generationRequest, orderOf);

/** An empty form that starts from the member's preferences. */
export function initialForm(
  preferences: { defaultResolution: string; defaultFormat: string } | undefined,
): GeneratorForm {
  const preferred = preferences?.defaultResolution.toLowerCase();
  return {
    prompt: '',
    negative_prompt: '',
    style: 'auto',
    aspect_ratio: 'square_1_1',
    resolution: resolutions.find((resolution) => resolution === preferred) ?? '2k',
    count: '1',
    output_format: preferences?.defaultFormat.toLowerCase() === 'jpg' ? 'jpg' : 'png',
    seed: '',
  };
}
