import * as z from 'zod/mini';
import { REFERENCES_MAX, referenceRoles } from '../providers/reference.policy.ts';
import { SIDE_MAX_PX, similarities } from './policy.ts';
import { agreed, count, lettering, prompt, seed, settings, typedRequest } from './request.http.ts';

// Apart from what the studio checks: servers alone read whole bodies.

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
export const generationRequest = z.extend(typedRequest, {
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
  z
    .extend(z.partial(z.object({ prompt, ...settings })), {
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
       * `replace` repaints what the mask marks; `extend` paints what lies beyond its edges in the shape that
       * `aspect_ratio` names.
       */
      edit: z.optional(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('replace'), mask: z.uuid('Please paint over the part to change') }),
          z.object({ kind: z.literal('extend') }),
        ]),
      ),
    })
    .check(
      z.refine(({ similar, edit }) => similar === undefined || edit === undefined, {
        error: 'Please choose one: more like it, or a change of it',
        path: ['similar'],
      }),
    ),
);
export type VariantRequest = z.output<typeof variantBody>;
