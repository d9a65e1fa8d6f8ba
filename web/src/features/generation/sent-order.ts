import type { generationRequest } from '@easel/contracts/generation/bodies.http';
import type * as z from 'zod/mini';
import type { GenerationOrder } from './generator-form.ts';

/** An order as it is sent: of a reference, only what the server asks. */
export function sentOf({ references, ...order }: GenerationOrder): z.input<typeof generationRequest> {
  if (!references) return order;
  return {
    ...order,
    references: references.map(
      ({ name: _name, thumbnail_url: _thumbnail, width: _width, height: _height, thumbhash: _thumbhash, ...sent }) =>
        sent,
    ),
  };
}
