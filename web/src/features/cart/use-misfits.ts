import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { printableQuery } from '../images/printable.ts';
import { pricesQuery } from '../prices/prices-query.ts';
import { isProduct, useCart } from './cart.ts';
import { misfitOf, type Misfit } from './misfit.ts';

/** Variants that cannot be printed any more. */
const gonePicturesQuery = (items: readonly PendingProduct[]) => {
  const pictures = new Map(items.map(({ generationId, variantId }) => [variantId, generationId]));
  return queryOptions({
    queryKey: ['generations', 'printable', 'all', ...[...pictures.keys()].toSorted()],
    queryFn: async ({ client }) => {
      const gone = await Promise.all(
        Array.from(pictures, async ([variantId, generationId]) => {
          try {
            await client.fetchQuery(printableQuery(generationId, variantId));
            return [];
          } catch (error) {
            if (error instanceof ApiError && error.status === 404) return [variantId];
            throw error;
          }
        }),
      );
      return gone.flat();
    },
    enabled: items.length > 0,
  });
};

/** Returns which products in the cart no longer fit, by their ids; of what is not known yet, none. */
export function useMisfits(): ReadonlyMap<string, Misfit> {
  const products = useCart().items.filter(isProduct);
  const { data: list } = useQuery({ ...pricesQuery, enabled: products.length > 0 });
  const { data: gone } = useQuery(gonePicturesQuery(products));
  const gonePictures = new Set(gone);
  return new Map(
    products.flatMap((item) => {
      const misfit = list && misfitOf(item, list.prices.products, gonePictures);
      return misfit ? [[item.id, misfit] as const] : [];
    }),
  );
}
