import { lazy, Suspense, type ComponentProps } from 'react';

const ReferencesField = lazy(() => import('./references-field.tsx'));

/** Pictures that are sent along; its code comes where there is somebody who may take them. */
export function LateReferencesField(props: ComponentProps<typeof ReferencesField>) {
  if (!props.chosen.providers.isConfigured) return null;
  return (
    <Suspense>
      <ReferencesField {...props} />
    </Suspense>
  );
}
