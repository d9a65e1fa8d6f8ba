import { lazy } from 'react';

const parts = () => import('./product-parts.tsx');

/** What only a cart with printed products needs comes once there are some. */
export const LateProductRow = lazy(() => parts().then(({ ProductRow }) => ({ default: ProductRow })));
export const LateProductSummary = lazy(() => parts().then(({ ProductSummary }) => ({ default: ProductSummary })));
