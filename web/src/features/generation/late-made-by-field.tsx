import { lazy, Suspense, type ComponentProps } from 'react';

const MadeByField = lazy(() => import('./made-by-field.tsx'));

/** Loads the choice of a provider only when one is configured. */
export function LateMadeByField(props: ComponentProps<typeof MadeByField>) {
  if (!props.chosen.providers.isConfigured) return null;
  return (
    <Suspense>
      <MadeByField {...props} />
    </Suspense>
  );
}
