/** The shop, where a picture is put on products. */
export const SHOP = '/shop';

/** The shop with this picture on its products. */
export const printPath = (generationId: string, variantId: string | undefined): string =>
  `${SHOP}?${new URLSearchParams({ picture: generationId, ...(variantId !== undefined && { variant: variantId }) })}`;
