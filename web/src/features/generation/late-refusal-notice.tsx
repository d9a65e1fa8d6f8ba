import { lazy, Suspense, type ComponentProps } from 'react';

const RefusalNotice = lazy(() => import('./refusal-notice.tsx'));

/** Says why an order cannot be made as it is; few cannot, and its code comes with the first. */
export const LateRefusalNotice = (props: ComponentProps<typeof RefusalNotice>) => (
  <Suspense>
    <RefusalNotice {...props} />
  </Suspense>
);
