import { lazy, Suspense, type ComponentProps } from 'react';

const RefusalNotice = lazy(() => import('./refusal-notice.tsx'));

/** Loads the reason of an impossible order on first use, because most forms never show one. */
export const LateRefusalNotice = (props: ComponentProps<typeof RefusalNotice>) => (
  <Suspense>
    <RefusalNotice {...props} />
  </Suspense>
);
