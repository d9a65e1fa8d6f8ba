import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { GenerationRequest, VariantRequest } from '@easel/contracts/generation/bodies.http';
import { nearestRatio, SEED_MAX, sizeOf, type AspectRatio } from '@easel/contracts/generation/policy';

/** What is rendered for a request that becomes this generation. */
export const settingsOf = (request: GenerationRequest, generationId: string): GenerationSettings =>
  fitted({
    model: request.model,
    engine: request.engine,
    style: request.style,
    aspectRatio: request.aspect_ratio,
    resolution: request.resolution,
    outputFormat: request.output_format,
    seed: request.seed ?? drawnSeed(generationId),
    count: request.count,
    safetyTolerance: request.safety_tolerance,
    enhancePrompt: request.enhance_prompt,
    rawMode: request.raw_mode,
    creativeDetailing: request.creative_detailing,
    filterNsfw: request.filter_nsfw,
    isTshirtDesign: request.isTshirtDesign,
  });

/** One image more, as the others but for what is said; another seed, or it would be the same picture. */
export const variantSettings = (
  of: GenerationSettings,
  said: VariantRequest,
  generationId: string,
): GenerationSettings =>
  fitted({
    model: said.model ?? of.model,
    engine: said.engine ?? of.engine,
    style: said.style ?? of.style,
    aspectRatio: said.aspect_ratio ?? drawnRatio(said) ?? of.aspectRatio,
    resolution: said.resolution ?? of.resolution,
    outputFormat: said.output_format ?? of.outputFormat,
    seed: said.seed ?? drawnSeed(generationId),
    count: 1,
    safetyTolerance: said.safety_tolerance ?? of.safetyTolerance,
    enhancePrompt: said.enhance_prompt ?? of.enhancePrompt,
    rawMode: said.raw_mode ?? of.rawMode,
    creativeDetailing: said.creative_detailing ?? of.creativeDetailing,
    filterNsfw: said.filter_nsfw ?? of.filterNsfw,
    isTshirtDesign: said.isTshirtDesign ?? of.isTshirtDesign,
  });

const drawnRatio = ({ width, height }: VariantRequest): AspectRatio | undefined =>
  width === undefined || height === undefined ? undefined : nearestRatio({ width, height });

/** Reports the pixels of the result if others were requested. spec: rulings "Variant width and height". */
export function sizeNotice(
  { width, height }: VariantRequest,
  { aspectRatio, resolution }: GenerationSettings,
): string | undefined {
  const made = sizeOf(aspectRatio, resolution);
  const isAsAsked = (width ?? made.width) === made.width && (height ?? made.height) === made.height;
  return isAsAsked
    ? undefined
    : `It is made in ${made.width} × ${made.height} pixels: the resolution ${resolution.toUpperCase()} and the aspect ratio decide.`;
}

/** spec: member-experience §1: T-shirt mode is square, with a transparent background. */
const fitted = (settings: GenerationSettings): GenerationSettings =>
  settings.isTshirtDesign ? { ...settings, aspectRatio: 'square_1_1', outputFormat: 'png' } : settings;

/** Nobody chose one: the id is chance enough, and a repeat of the request finds the same. */
const drawnSeed = (generationId: string): number => Number.parseInt(generationId.slice(0, 8), 16) % SEED_MAX;
