import * as z from 'zod/mini';
import { neededText, trimmed } from '../kernel/needed.ts';
import { REFERENCES_MAX, referenceRoles } from '../providers/reference.policy.ts';
import {
  aspectRatioOf,
  engines,
  imageCounts,
  LETTERING_MAX,
  models,
  PROMPT_MAX,
  PROMPT_NEEDED,
  resolutions,
  SEED_MAX,
  SIDE_MAX_PX,
  similarities,
  styles,
} from './policy.ts';

// Apart from the routes and their replies, which every page loads: only the studio checks what it sends.

const lower = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text: string) => text.trim().toLowerCase()),
);

const aspectRatio = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text: string, context) => {
    const key = aspectRatioOf(text.trim());
    if (key) return key;
    context.issues.push({ code: 'custom', input: text, message: 'This aspect ratio is not known' });
    return z.NEVER;
  }),
);

/** Absent, null and blank all mean: the server picks one. */
const seed = z.pipe(
  z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(12))]))),
  z.transform((value: string | number | null | undefined, context) => {
    if (value === null || value === undefined || value === '') return null;
    const number = Number(value);
    if (Number.isInteger(number) && number >= 0 && number <= SEED_MAX) return number;
    context.issues.push({ code: 'custom', input: value, message: `A seed is a whole number from 0 to ${SEED_MAX}` });
    return z.NEVER;
  }),
);

export const prompt = neededText(PROMPT_NEEDED).check(z.maxLength(PROMPT_MAX, `At most ${PROMPT_MAX} characters`));

/** Words to be read in the picture: none where it is empty, the prompt's own quotation where it is absent. */
const lettering = z.optional(
  z.string().check(trimmed(), z.maxLength(LETTERING_MAX, `At most ${LETTERING_MAX} characters`)),
);

/**
 * The caller knows that the picture will not show what its prompt is about, and wants it.
 * spec: rulings "Prompts that are not understood".
 */
export const agreed = z.optional(z.boolean());

/** Everything a member can set beside the prompt. */
const settings = {
  negative_prompt: z.string().check(trimmed(), z.maxLength(PROMPT_MAX)),
  model: z.enum(models),
  engine: z.enum(engines),
  style: z.enum(styles),
  aspect_ratio: aspectRatio,
  resolution: z.pipe(lower, z.enum(resolutions)),
  output_format: z.pipe(lower, z.enum(['png', 'jpg'])),
  safety_tolerance: z.number().check(z.int(), z.gte(1), z.lte(6)),
  enhance_prompt: z.boolean(),
  raw_mode: z.boolean(),
  creative_detailing: z.number().check(z.int(), z.gte(0), z.lte(100)),
  filter_nsfw: z.boolean(),
  isTshirtDesign: z.boolean(),
};
const count = z.literal(imageCounts);

/** Whoever is to make it; absent: the server chooses. */
const provider = z.optional(z.string().check(z.maxLength(40)));
/** Pictures to be sent along, in this order: images of one's own or bought ones by their ids, or uploads. */
const references = z.optional(
  z
    .array(
      z
        .object({
          kind: z.enum(['image', 'upload'], 'Please say what kind of picture this is'),
          id: z.uuid('Please choose a picture'),
          /** Of an image: images are found by their generations. */
          generation_id: z.optional(z.uuid('Please choose a picture')),
          role: z.optional(z.enum(referenceRoles)),
          /** 0 to 100. */
          strength: z.optional(z.number().check(z.int(), z.gte(0), z.lte(100))),
        })
        .check(
          z.refine(({ kind, generation_id }) => kind === 'upload' || generation_id !== undefined, {
            error: 'Please say which generation the image is of',
            path: ['generation_id'],
          }),
        ),
      'Please send the references, a list',
    )
    .check(z.maxLength(REFERENCES_MAX, `At most ${REFERENCES_MAX} reference pictures`)),
);
/** What the member was shown; another price than the server's is 409 with `expected`. */
const expectedCredits = z.optional(z.number().check(z.gte(0), z.lte(1_000_000)));

/** Names other than these that a client sends (owner, price, role…) are ignored. */
export const generationRequest = z.object({
  prompt,
  lettering,
  negative_prompt: z._default(settings.negative_prompt, ''),
  model: z._default(settings.model, 'realism'),
  engine: z._default(settings.engine, 'automatic'),
  style: z._default(settings.style, 'auto'),
  aspect_ratio: z._default(settings.aspect_ratio, 'square_1_1'),
  resolution: z._default(settings.resolution, '2k'),
  count: z._default(count, 1),
  output_format: z._default(settings.output_format, 'png'),
  seed,
  safety_tolerance: z._default(settings.safety_tolerance, 2),
  enhance_prompt: z._default(settings.enhance_prompt, false),
  raw_mode: z._default(settings.raw_mode, false),
  creative_detailing: z._default(settings.creative_detailing, 33),
  filter_nsfw: z._default(settings.filter_nsfw, true),
  isTshirtDesign: z._default(settings.isTshirtDesign, false),
  /** The public picture that this begins with. */
  remix_of: z.optional(z.uuid()),
  agreed,
  provider,
  references,
  expected_credits: expectedCredits,
});
export type GenerationRequest = z.output<typeof generationRequest>;

/** Any of the settings, none filled in: what a preset keeps. */
export const someSettings = z.partial(
  z.object({ prompt, count, seed: z.string(), ...settings }, 'Please send the settings that it keeps'),
);

/** Accepts settings as fields of the body or of its `options`. spec: rulings "Replies". */
const flattened = z.transform((body: unknown) => {
  if (typeof body !== 'object' || body === null || !('options' in body)) return body;
  const { options, ...flat } = body;
  return typeof options === 'object' && options !== null ? { ...options, ...flat } : body;
});
export const generateBody = z.pipe(flattened, generationRequest);

const side = z.optional(z.number().check(z.int(), z.gte(1), z.lte(SIDE_MAX_PX)));

/**
 * What is not said is as in the generation it is a variant of; the seed is another one unless it is said. Width and
 * height, together and where no aspect ratio is named, choose the nearest one.
 */
export const variantBody = z.pipe(
  flattened,
  z.extend(z.partial(z.object({ prompt, ...settings })), {
    lettering,
    seed,
    agreed,
    width: side,
    height: side,
    provider,
    references,
    expected_credits: expectedCredits,
    /** The image of the generation that `similar` and `edit` begin with; its first where absent. */
    variant_id: z.optional(z.uuid()),
    /** More like it: `subtle` keeps most of it. */
    similar: z.optional(z.enum(similarities)),
    /**
     * `replace` paints anew what the mask marks; `extend` paints what lies beyond its edges in the wanted shape, which
     * `aspect_ratio` names.
     */
    edit: z.optional(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('replace'), mask: z.uuid('Please paint over what is to change') }),
        z.object({ kind: z.literal('extend') }),
      ]),
    ),
  }),
);
export type VariantRequest = z.output<typeof variantBody>;
