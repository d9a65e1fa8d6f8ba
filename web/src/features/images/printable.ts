import { productsHttp } from '@easel/contracts/products/http';
import { queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

/** A picture as far as the member may have it printed; without a variant, the first of its generation. */
export const printableQuery = (generationId: string, variantId: string | undefined) =>
  queryOptions(
    routeQuery(['generations', 'printable', generationId, variantId ?? null], productsHttp.picture, {
      params: { generationId },
      query: variantId === undefined ? {} : { variantId },
    }),
  );
