import { z } from 'zod';
import { aspectRatioKeys, aspectRatios, resolutions, type AspectRatio, type Size } from '../generation/policy.ts';
import { BUILT_IN, isShaped, providerNamePattern, type NativeSizes, type ProviderSheet } from './policy.ts';
import { REFERENCES_MAX, referenceRoles } from './reference.policy.ts';

// The file that PROVIDERS names. It holds no secret: keys stay in the environment, and are named here.

const variableName = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });
const dollars = z.number().nonnegative();
const pixels = z.string().regex(/^\d{2,5}x\d{2,5}$/, 'must be like 1024x1024');

/** As providers count it: a picture of 1K by 1K. */
const MEGAPIXEL = 1024 * 1024;

const common = {
  name: z
    .string()
    .regex(providerNamePattern, 'must have at most 40 small letters, digits and hyphens')
    .refine((name) => name !== BUILT_IN, `must not be ${BUILT_IN}, which is the built-in renderer`),
  /** As members read it. */
  label: z.string().trim().min(1).max(60),
  baseUrl: httpUrl,
  /** The environment variable that holds the key; absent where the server asks for none. */
  keyFrom: variableName.optional(),
  /** Of the ruled price in credits. */
  factor: z.number().positive().max(100).default(1),
  /** What it costs us, in dollars: for each picture, and for each megapixel. */
  cost: z.object({ picture: dollars.default(0), megapixel: dollars.default(0) }).prefault({}),
  /** Dollars a day, UTC: of all members, and of each. */
  budget: z.object({ day: dollars.optional(), memberDay: dollars.optional() }).prefault({}),
  /** Calls at the same time. */
  concurrent: z.int().min(1).max(200).default(8),
  /** One picture may take no longer. */
  timeoutSeconds: z.int().min(1).max(1800).default(180),
};

const openaiImages = z.strictObject({
  ...common,
  protocol: z.literal('openai-images'),
  /** What the server is: its own parameters and limits follow from it. */
  server: z.enum(['openai', 'sd-server', 'other']).default('other'),
  model: z.string().min(1).max(200),
  /** `WxH` each; absent: any size, in steps of 64, up to `maxMegapixels`. */
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
  /** The last part of the address, as in `flux-2-pro`. */
  model: z.string().regex(/^[a-z0-9.-]{1,60}$/),
  maxMegapixels: z.number().min(0.1).max(16).default(4),
  safetyMax: z.int().min(0).max(6).default(5),
});

const mystic = z.strictObject({
  ...common,
  protocol: z.literal('mystic'),
  /** The name of the header that bears the key. */
  keyHeader: z.enum(['x-freepik-api-key', 'x-magnific-api-key']).default('x-freepik-api-key'),
  /** The environment variable that holds the webhooks' secret; absent: it is polled alone. */
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
        if (seen.has(name)) context.addIssue({ code: 'custom', path: [index, 'name'], message: 'must be there once' });
        seen.add(name);
      }
    }),
});
export type ProvidersFile = z.output<typeof providersFile>;

/** What a configured provider can do. */
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

/** The small models of FLUX.2 take fewer. */
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

/** It has neither 21:9 nor 9:21, nor the poster's 5:3. */
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

/** What one picture of this size costs us, in millionths of a dollar. */
export const costMicros = ({ cost }: Pick<ProviderSettings, 'cost'>, { width, height }: Size): number =>
  Math.round((cost.picture + (cost.megapixel * width * height) / MEGAPIXEL) * 1_000_000);
