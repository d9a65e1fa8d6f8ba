import type { generationRequest } from '@easel/contracts/generation/request.http';
import type * as z from 'zod/mini';
import type { GenerationOrder } from './generator-form.ts';

/** An order as it is sent: of a reference, only what the server asks. */
export function sentOf({ references, ...order }: GenerationOrder): z.input<typeof generationRequest> {
  if (!references) return order;
  return {
    ...order,
    references: references.map(({ kind, id, generation_id, role, strength }) => ({
      kind,
      id,
      ...(generation_id !== undefined && { generation_id }),
      ...(role !== undefined && { role }),
      ...(strength !== undefined && { strength }),
    })),
  };
}
