import * as z from 'zod/mini';
import { neededText, trimmed } from '../kernel/needed.ts';
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
export const seed = z.pipe(
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
export const lettering = z.optional(
  z.string().check(trimmed(), z.maxLength(LETTERING_MAX, `At most ${LETTERING_MAX} characters`)),
);

/**
 * The caller knows that the picture will not show what its prompt is about, and wants it.
 * spec: rulings "Prompts that are not understood".
 */
export const agreed = z.optional(z.boolean());

/** Everything a member can set beside the prompt. */
export const settings = {
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
export const count = z.literal(imageCounts);

/** What a member types and chooses in the studio, which checks it before it is sent. */
export const typedRequest = z.object({
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
});
