import { firstPriceList, type Product } from '@easel/contracts/prices/policy';

/** The price list as the server sends it, with other products where some are given. */
export const samplePrices = (products: readonly Product[] = firstPriceList.products) => ({
  success: true as const,
  prices: {
    ...firstPriceList,
    products: products.map((product) => ({
      ...product,
      sizes: [...product.sizes],
      colours: [...product.colours],
    })),
  },
});
