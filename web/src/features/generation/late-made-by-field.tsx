import { lazy, Suspense, type ComponentProps } from 'react';

const MadeByField = lazy(() => import('./made-by-field.tsx'));

/** Who makes the picture; its code comes where there is somebody beside the built-in renderer. */
export function LateMadeByField(props: ComponentProps<typeof MadeByField>) {
  if (!props.chosen.providers.isConfigured) return null;
  return (
    <Suspense>
      <MadeByField {...props} />
    </Suspense>
  );
}
