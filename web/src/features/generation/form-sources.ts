import type { Generation } from '@easel/contracts/generation/http';
import { letteringOf } from '@easel/contracts/generation/lexicon/saying';
import {
  aspectRatioOf,
  engines,
  imageCounts,
  models,
  resolutions,
  styles,
  TRIAL_RESOLUTION,
  type AspectRatio,
} from '@easel/contracts/generation/policy';
import { isPosterRatio, type GenerationOrder, type GeneratorForm, type Mode } from './generator-form.ts';

/** Fields of the form that something else fills in. */
export type FormChanges = Partial<GeneratorForm>;

const oneOf = <T extends string>(known: readonly T[], text: string): T | undefined =>
  known.find((value) => value === text);

/** Only a poster has that shape; with words, what has the shape of one is a poster. */
export const modeFor = (ratio: AspectRatio | undefined, isTshirt: boolean | undefined, lettering?: string): Mode => {
  if (isTshirt) return 'tshirt';
  const isPoster = ratio === 'poster_5_3' || (lettering !== undefined && ratio !== undefined && isPosterRatio(ratio));
  return isPoster ? 'poster' : 'image';
};

/** Words that the prompt has itself follow it when it is changed. */
const letteringFor = (prompt: string, lettering: string | undefined): string | null =>
  lettering === undefined || lettering === letteringOf(prompt) ? null : lettering;

/** Without the names whose value is not known. */
export function known(changes: { [Name in keyof GeneratorForm]?: GeneratorForm[Name] | undefined }): FormChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/**
 * 'Use these settings' of an image: what it was made from, its seed included, so that the same again is the same image.
 */
export function formOfGeneration({ original_prompt, metadata, variants }: Generation): FormChanges {
  const ratio = aspectRatioOf(metadata.aspect_ratio);
  return known({
    several: false,
    mode: modeFor(ratio, metadata.generation_parameters.isTshirtDesign, metadata.lettering),
    prompt: original_prompt,
    lettering: letteringFor(original_prompt, metadata.lettering),
    negative_prompt: metadata.negative_prompt ?? '',
    model: oneOf(models, metadata.model_type),
    engine: oneOf(engines, metadata.engine_type),
    style: oneOf(styles, metadata.style),
    aspect_ratio: ratio,
    // What came from before its member registered is smaller than all that can be asked for.
    resolution: metadata.resolution === TRIAL_RESOLUTION ? '1k' : oneOf(resolutions, metadata.resolution),
    count: countOf(variants.length),
    output_format: oneOf(['png', 'jpg'], metadata.file_format),
    seed: String(metadata.seed ?? ''),
    safety_tolerance: metadata.safety_tolerance,
    enhance_prompt: metadata.enhance_prompt,
    raw_mode: metadata.raw_mode,
    creative_detailing: metadata.creative_detailing,
    remix_of: '',
    provider: metadata.provider,
    // A generation records only the number of its references.
    references: [],
  });
}

/**
 * Of somebody's public picture; what its maker does not share is left to chance. How large and how many, which decide
 * the price, stay as the member last chose.
 */
export function formOfRemix(original: Generation): FormChanges {
  const { resolution: _, count: __, provider: ___, ...changes } = formOfGeneration(original);
  return { ...changes, remix_of: original.id };
}

/** The same of an order of this session. */
export function formOfOrder(order: GenerationOrder): FormChanges {
  const {
    isTshirtDesign,
    count,
    seed,
    filter_nsfw: _,
    agreed: _agreed,
    expected_credits: _expected,
    lettering,
    ...rest
  } = order;
  return known({
    ...rest,
    several: false,
    mode: modeFor(order.aspect_ratio, isTshirtDesign, lettering),
    lettering: letteringFor(order.prompt, lettering),
    resolution: order.resolution,
    output_format: oneOf(['png', 'jpg'], order.output_format ?? ''),
    count: countOf(count),
    seed: String(seed ?? ''),
    remix_of: order.remix_of ?? '',
    provider: order.provider ?? '',
    references: order.references ?? [],
  });
}

/** Of orders that were asked for together: their prompts one a line, with the settings of the first. */
export function formOfOrders([first, ...others]: readonly GenerationOrder[]): FormChanges {
  if (!first) return {};
  const own = formOfOrder(first);
  if (others.length === 0) return own;
  return { ...own, several: true, lettering: null, prompt: [first, ...others].map(({ prompt }) => prompt).join('\n') };
}

export const countOf = (count: number): GeneratorForm['count'] | undefined => {
  const found = imageCounts.find((value) => value === count);
  return found === undefined ? undefined : `${found}`;
};
