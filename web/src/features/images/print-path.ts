/** The shop, where a picture is put on products. */
export const SHOP = '/shop';

/** The shop with this picture on a product: the given one, or the first that it is large enough for. */
export const printPath = (generationId: string, variantId: string | undefined, product?: string): string =>
  `${SHOP}?${new URLSearchParams({
    picture: generationId,
    ...(variantId !== undefined && { variant: variantId }),
    ...(product !== undefined && { product }),
  })}`;
