import type { generationRequest } from '@easel/contracts/generation/bodies.http';
import { typedRequest } from '@easel/contracts/generation/request.http';
import type { Request } from '@easel/contracts/generation/lexicon/asked';
import { unsettableIn, unsettableMessage } from '@easel/contracts/generation/lexicon/letters';
import { letteringOf } from '@easel/contracts/generation/lexicon/saying';
import {
  BATCH_MAX,
  imageCounts,
  posterRatios,
  resolutions,
  type AspectRatio,
  type engines,
  type ImageCount,
  type models,
  type Resolution,
  type Style,
} from '@easel/contracts/generation/policy';
import { visibleText } from '@easel/contracts/kernel/visible-text';

import * as z from 'zod/mini';
import type { Check, Complaints } from '../../lib/live-form.ts';
import type { Reference } from '../images/reference.ts';

/** What is sent; everything the form does not ask is left to the server's defaults. */
export type GenerationOrder = Omit<z.input<typeof generationRequest>, 'references'> & {
  resolution: Resolution;
  count: number;
  aspect_ratio: AspectRatio;
  /** As they are shown; `sentOf` says what of them is sent. */
  references?: Reference[];
};

const modes = ['image', 'tshirt', 'poster'] as const;
export type Mode = (typeof modes)[number];

/**
 * The form as it stands on the screen, under the wire's own names, so that the server's complaints find their fields.
 */
export interface GeneratorForm {
  mode: Mode;
  /** Each line of the prompt is a prompt of its own. */
  several: boolean;
  prompt: string;
  /** Words of a poster or a T-shirt: null where they are the prompt's own, empty where none are wanted. */
  lettering: string | null;
  negative_prompt: string;
  model: (typeof models)[number];
  engine: (typeof engines)[number];
  style: Style;
  aspect_ratio: AspectRatio;
  resolution: Resolution;
  /** Text, as radio buttons give it. */
  count: `${ImageCount}`;
  output_format: 'png' | 'jpg';
  /** Empty: the server picks one. */
  seed: string;
  safety_tolerance: number;
  enhance_prompt: boolean;
  raw_mode: boolean;
  creative_detailing: number;
  /** Id of the public picture that this begins with; empty where there is none. */
  remix_of: string;
  /** Who is to make it; empty where the server may choose. */
  provider: string;
  /** Pictures that are sent along. */
  references: Reference[];
}

/** What is known of the member when the form begins. */
export interface Preferences {
  defaultFormat: string;
}

export const isPosterRatio = (ratio: AspectRatio): boolean => posterRatios.some((known) => known === ratio);

/** The shape that is sent: a T-shirt is square, a poster has one of its own shapes. */
export function ratioIn(mode: Mode, chosen: AspectRatio): AspectRatio {
  if (mode === 'tshirt') return 'square_1_1';
  return mode === 'poster' && !isPosterRatio(chosen) ? 'traditional_3_4' : chosen;
}

/** The prompts of the form: one, or one a line. */
export const promptsOf = ({ prompt, several }: Pick<GeneratorForm, 'prompt' | 'several'>): string[] =>
  several ? prompt.split('\n').map(visibleText).filter(Boolean) : [visibleText(prompt)];

/** One order a prompt, all of the same settings. */
export function ordersOf(form: GeneratorForm): GenerationOrder[] {
  const { mode, several, prompt: _, lettering, count, seed, remix_of, provider, references, ...settings } = form;
  const order = {
    ...settings,
    negative_prompt: visibleText(settings.negative_prompt),
    aspect_ratio: ratioIn(mode, settings.aspect_ratio),
    output_format: mode === 'tshirt' ? 'png' : settings.output_format,
    isTshirtDesign: mode === 'tshirt',
    count: imagesOf(count),
    seed: seed.trim() === '' ? null : seed.trim(),
    ...(remix_of !== '' && { remix_of }),
    ...(provider !== '' && { provider }),
    ...(references.length > 0 && { references }),
  } as const;
  return promptsOf(form).map((prompt) => ({
    ...order,
    prompt,
    ...wordsFor({ mode, prompt, lettering: several ? null : lettering }),
  }));
}

/**
 * The words that are sent: those of a poster or a T-shirt always, those of another picture where they were chosen. Its
 * quotation goes with the prompt.
 */
function wordsFor({ mode, prompt, lettering }: Pick<GeneratorForm, 'mode' | 'prompt' | 'lettering'>) {
  if (mode !== 'image') return { lettering: lettering ?? letteringOf(prompt) };
  return lettering !== null && offersWords({ mode, prompt, lettering }) ? { lettering } : {};
}

/** Tells whether the form asks for the words of the picture: of an image only where its prompt has any, or the form. */
export const offersWords = ({
  mode,
  prompt,
  lettering,
}: Pick<GeneratorForm, 'mode' | 'prompt' | 'lettering'>): boolean =>
  mode !== 'image' || (lettering ?? '') !== '' || letteringOf(prompt) !== '';

/** What the built-in renderer reads of an order. */
export const wordsOf = ({
  prompt,
  negative_prompt: negativePrompt = '',
  style = 'auto',
  isTshirtDesign: transparent = false,
  lettering,
}: GenerationOrder): Request => ({ prompt, negativePrompt, style, transparent, lettering });

/** How many images a choice of the form stands for. */
export const imagesOf = (count: GeneratorForm['count']): ImageCount =>
  imageCounts.find((known) => String(known) === count) ?? imageCounts[0];

/** Checks every order by the contract's own schema; of several complaints about a field the first is given. */
function complaintsAbout(values: GeneratorForm, isBuiltIn: boolean): Complaints<GeneratorForm> {
  const errors: Record<string, { message: string }> = {};
  const orders = ordersOf(values);
  if (orders.length > BATCH_MAX) errors['prompt'] = { message: `At most ${BATCH_MAX} prompts at once` };
  const checked = orders.length > 0 ? orders : ordersOf({ ...values, several: false, prompt: '' });
  for (const [index, order] of checked.entries()) {
    const issues = z.safeParse(typedRequest, order).error?.issues ?? [];
    // Others set letters in no typefaces of ours.
    const unsettable = isBuiltIn ? unsettableIn(order.lettering ?? '') : [];
    const unset = { path: ['lettering'], message: unsettableMessage(unsettable) };
    for (const { path, message } of unsettable.length > 0 ? [...issues, unset] : issues) {
      const name = String(path[0] ?? 'root');
      // Of several prompts the words have no field of their own.
      const field = name === 'lettering' && values.several ? 'prompt' : name;
      const text = field === 'prompt' && orders.length > 1 ? `Prompt ${index + 1}: ${message}` : message;
      errors[field] ??= { message: text };
    }
  }
  return errors;
}

/**
 * The values go out as they were typed: it is the server that trims. `isBuiltIn`: whether the built-in renderer makes
 * it.
 */
export const checkFor =
  (isBuiltIn: (values: GeneratorForm) => boolean): Check<GeneratorForm> =>
  (values) =>
    complaintsAbout(values, isBuiltIn(values));

/** As the built-in renderer takes it. */
export const generatorCheck = checkFor(() => true);

/** Whether kept references can be shown; what is sent of them is checked with the orders. */
const canBeShown = (references: readonly Reference[]): boolean =>
  references.every(
    ({ name, thumbnail_url, thumbhash, width, height }) =>
      [name, thumbnail_url, thumbhash].every((text) => typeof text === 'string') &&
      [width, height].every((side) => typeof side === 'number'),
  );

/** Returns a stored form if this version still accepts its settings, otherwise undefined. */
export function restoredForm(kept: unknown): GeneratorForm | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const blank = initialForm(undefined);
  // A draft of before these came is still good.
  const given: Record<string, unknown> = { provider: '', references: [], ...kept };
  const isLike = (name: string, value: unknown): boolean =>
    name === 'lettering'
      ? given[name] === null || typeof given[name] === 'string'
      : typeof given[name] === typeof value;
  if (!Object.entries(blank).every(([name, value]) => isLike(name, value))) return undefined;
  const form = Object.fromEntries(Object.keys(blank).map((name) => [name, given[name]])) as unknown as GeneratorForm;
  // Texts may be such as cannot be sent yet.
  const isOurs =
    modes.includes(form.mode) &&
    Array.isArray(form.references) &&
    Object.keys(complaintsAbout(form, true)).every((field) => field === 'prompt' || field === 'lettering') &&
    canBeShown(form.references);
  return isOurs ? form : undefined;
}

/**
 * Returns an empty form with the resolution chosen last, 1K the first time, and the member's format. The plan does not
 * matter (docs/spec/rulings.md "Default resolution").
 */
export function initialForm(preferences: Preferences | undefined, lastResolution: string | null = null): GeneratorForm {
  return {
    mode: 'image',
    several: false,
    prompt: '',
    lettering: null,
    negative_prompt: '',
    model: 'realism',
    engine: 'automatic',
    style: 'auto',
    aspect_ratio: 'square_1_1',
    resolution: resolutions.find((resolution) => resolution === lastResolution) ?? '1k',
    count: '1',
    output_format: preferences?.defaultFormat.toLowerCase() === 'jpg' ? 'jpg' : 'png',
    seed: '',
    safety_tolerance: 2,
    enhance_prompt: false,
    raw_mode: false,
    creative_detailing: 33,
    remix_of: '',
    provider: '',
    references: [],
  };
}
