import { z } from 'zod';
import { aspectRatioKeys, aspectRatios, resolutions, type AspectRatio, type Size } from '../generation/policy.ts';
import { BUILT_IN, isShaped, providerNamePattern, type NativeSizes, type ProviderSheet } from './policy.ts';
import { REFERENCES_MAX, referenceRoles } from './reference.policy.ts';

// Schema of the file that PROVIDERS points to. The file holds no secrets: it names the environment variables that hold
// the keys.

const variableName = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });
const dollars = z.number().nonnegative();
const pixels = z.string().regex(/^\d{2,5}x\d{2,5}$/, 'must be a size such as 1024x1024');

/** A megapixel as providers bill it: 1024 by 1024 pixels. */
const MEGAPIXEL = 1024 * 1024;

const common = {
  name: z
    .string()
    .regex(providerNamePattern, 'must have at most 40 lower-case letters, digits and hyphens')
    .refine((name) => name !== BUILT_IN, `must not be ${BUILT_IN}, which is the built-in renderer`),
  /** The name that members see. */
  label: z.string().trim().min(1).max(60),
  baseUrl: httpUrl,
  /** The environment variable that holds the key; absent when the server requires none. */
  keyFrom: variableName.optional(),
  /** Multiplies the standard price in credits. spec: rulings "Price of a provider". */
  factor: z.number().positive().max(100).default(1),
  /** What the operator pays in dollars: a price per picture plus a price per megapixel. */
  cost: z.object({ picture: dollars.default(0), megapixel: dollars.default(0) }).prefault({}),
  /** Limits in dollars per UTC day: for all members together, and for each member. */
  budget: z.object({ day: dollars.optional(), memberDay: dollars.optional() }).prefault({}),
  /** Most calls in flight per worker. */
  concurrent: z.int().min(1).max(200).default(8),
  /** Time limit per picture. */
  timeoutSeconds: z.int().min(1).max(1800).default(180),
};

const openaiImages = z.strictObject({
  ...common,
  protocol: z.literal('openai-images'),
  /** Selects the server's own parameters and limits. */
  server: z.enum(['openai', 'sd-server', 'other']).default('other'),
  model: z.string().min(1).max(200),
  /**
   * Native sizes, each as `WxH`. Default: OpenAI's three sizes with `openai`, otherwise any size in steps of 64 px up
   * to `maxMegapixels`.
   */
  sizes: z.array(pixels).min(1).max(40).optional(),
  maxMegapixels: z.number().min(0.1).max(70).default(2),
  quality: z.string().max(40).optional(),
  references: z.int().min(0).max(8).optional(),
  edits: z.boolean().optional(),
  transparent: z.boolean().optional(),
  previews: z.boolean().optional(),
});

const flux = z.strictObject({
  ...common,
  concurrent: common.concurrent.default(24),
  protocol: z.literal('flux'),
  /** The last segment of the endpoint's path, such as `flux-2-pro`. */
  model: z.string().regex(/^[a-z0-9.-]{1,60}$/),
  maxMegapixels: z.number().min(0.1).max(16).default(4),
  safetyMax: z.int().min(0).max(6).default(5),
});

const mystic = z.strictObject({
  ...common,
  protocol: z.literal('mystic'),
  /** The HTTP header that carries the key. */
  keyHeader: z.enum(['x-freepik-api-key', 'x-magnific-api-key']).default('x-freepik-api-key'),
  /** The environment variable that holds the webhook secret; without it tasks are only polled. */
  webhookSecretFrom: variableName.optional(),
});

const provider = z.discriminatedUnion('protocol', [openaiImages, flux, mystic]);
export type ProviderSettings = z.output<typeof provider>;
export type OpenaiImagesSettings = z.output<typeof openaiImages>;
export type FluxSettings = z.output<typeof flux>;
export type MysticSettings = z.output<typeof mystic>;

export const providersFile = z.strictObject({
  providers: z
    .array(provider)
    .max(40)
    .superRefine((all, context) => {
      const seen = new Set<string>();
      for (const [index, { name }] of all.entries()) {
        if (seen.has(name)) context.addIssue({ code: 'custom', path: [index, 'name'], message: 'must be unique' });
        seen.add(name);
      }
    }),
});
export type ProvidersFile = z.output<typeof providersFile>;

/** Returns what a configured provider can do. */
export function sheetOf(settings: ProviderSettings): ProviderSheet {
  switch (settings.protocol) {
    case 'openai-images':
      return openaiSheet(settings);
    case 'flux':
      return fluxSheet(settings);
    case 'mystic':
      return mysticSheet(settings);
  }
}

const ignores = (label: string, ...names: (keyof ProviderSheet['ignored'])[]): ProviderSheet['ignored'] =>
  Object.fromEntries(names.map((name) => [name, `${label} has no such setting`]));

const OPENAI_SIZES = ['1024x1024', '1536x1024', '1024x1536'];
const sizeOfText = (text: string): Size => {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
};
const ratiosOfSizes = (sizes: readonly Size[]): AspectRatio[] =>
  aspectRatioKeys.filter((key) => sizes.some((size) => isShaped(size, aspectRatios[key])));

function openaiSheet(settings: OpenaiImagesSettings): ProviderSheet {
  const { name, label, factor, server, maxMegapixels } = settings;
  const isOpenai = server === 'openai';
  const listed = (settings.sizes ?? (isOpenai ? OPENAI_SIZES : undefined))?.map(sizeOfText);
  const sizes: NativeSizes = listed
    ? { kind: 'listed', sizes: listed }
    : { kind: 'free', step: 64, minSidePx: 256, maxPixels: Math.round(maxMegapixels * MEGAPIXEL) };
  return {
    name,
    label,
    protocol: settings.protocol,
    ratios: listed ? ratiosOfSizes(listed) : aspectRatioKeys,
    sizes,
    references: settings.references ?? (isOpenai ? 8 : 0),
    referenceRoles: [],
    referenceStrength: false,
    edits: settings.edits ?? (isOpenai || server === 'sd-server'),
    seeds: server === 'sd-server',
    negativePrompt: server === 'sd-server',
    transparent: settings.transparent ?? isOpenai,
    previews: settings.previews ?? isOpenai,
    moderated: isOpenai,
    ignored: ignores(label, 'model', 'engine', 'safety_tolerance', 'enhance_prompt', 'raw_mode', 'creative_detailing'),
    factor,
  };
}

/** FLUX.2 [klein] accepts fewer reference pictures than the larger models. */
const KLEIN_REFERENCES = 4;

function fluxSheet({ name, label, factor, model, maxMegapixels }: FluxSettings): ProviderSheet {
  return {
    name,
    label,
    protocol: 'flux',
    ratios: aspectRatioKeys,
    sizes: { kind: 'free', step: 16, minSidePx: 64, maxPixels: Math.round(maxMegapixels * MEGAPIXEL) },
    references: model.includes('klein') ? KLEIN_REFERENCES : REFERENCES_MAX,
    referenceRoles: [],
    referenceStrength: false,
    edits: false,
    seeds: true,
    negativePrompt: false,
    transparent: false,
    previews: false,
    moderated: true,
    ignored: ignores(label, 'model', 'engine', 'enhance_prompt', 'raw_mode', 'creative_detailing'),
    factor,
  };
}

/** Mystic supports neither 21:9, 9:21 nor the poster ratio 5:3. */
const mysticRatios = aspectRatioKeys.filter(
  (key) => key !== 'ultrawide_21_9' && key !== 'ultratall_9_21' && key !== 'poster_5_3',
);

function mysticSheet({ name, label, factor }: MysticSettings): ProviderSheet {
  return {
    name,
    label,
    protocol: 'mystic',
    ratios: mysticRatios,
    sizes: { kind: 'named', resolutions },
    // One of each role.
    references: 2,
    referenceRoles,
    referenceStrength: false,
    edits: false,
    seeds: false,
    negativePrompt: false,
    transparent: false,
    previews: false,
    moderated: true,
    ignored: ignores(label, 'safety_tolerance', 'enhance_prompt', 'raw_mode'),
    factor,
  };
}

/** Returns what one picture of this size costs the operator, in millionths of a dollar. */
export const costMicros = ({ cost }: Pick<ProviderSettings, 'cost'>, { width, height }: Size): number =>
  Math.round((cost.picture + (cost.megapixel * width * height) / MEGAPIXEL) * 1_000_000);
