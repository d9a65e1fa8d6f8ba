import * as z from 'zod/mini';
import { imageSizes } from '../downloads/policy.ts';
import { neededLine, trimmed } from '../kernel/needed.ts';
import { SECTION_NAME_MAX, SECTION_TEXT_MAX, SERIES_PICTURES_MAX, SERIES_TITLE_MAX } from './policy.ts';

// Apart from the routes, which pages of pictures load: forms alone check what is sent.

const PRICE_NEEDED = 'Please enter dollars from 0.01 to 1,000';
/** Dollars, from a cent to a thousand. */
const price = z.number(PRICE_NEEDED).check(
  z.gte(0.01, PRICE_NEEDED),
  z.lte(1000, PRICE_NEEDED),
  z.refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6, 'At most two decimals'),
);
const prices = z.partialRecord(z.enum(imageSizes), price, 'Please enter your prices');

export const image = z.object({
  generation_id: z.uuid('Please choose a picture'),
  variant_id: z.uuid('Please choose an image of it'),
});
/** Checks that forms run before they send a section or series. */
export const settingPrices = z.object({ prices });
export const describingSection = z.object({
  name: neededLine('Please enter a name', SECTION_NAME_MAX),
  text: z._default(
    z.string().check(trimmed(), z.maxLength(SECTION_TEXT_MAX, `At most ${SECTION_TEXT_MAX} characters`)),
    '',
  ),
  banner: z._default(z.nullable(image), null),
});
export const arrangingSeries = z.object({
  title: neededLine('Please enter a title', SERIES_TITLE_MAX),
  generationIds: z.array(z.uuid(), 'Please choose the pictures').check(
    z.maxLength(SERIES_PICTURES_MAX, `At most ${SERIES_PICTURES_MAX} pictures in a series`),
    z.refine((ids) => new Set(ids).size === ids.length, 'Each picture is in a series once'),
  ),
});
