import { lazy, Suspense, type ComponentProps } from 'react';

const ReferencesField = lazy(() => import('./references-field.tsx'));

/** Loads the reference pictures only when a provider is configured. */
export function LateReferencesField(props: ComponentProps<typeof ReferencesField>) {
  if (!props.chosen.providers.isConfigured) return null;
  return (
    <Suspense>
      <ReferencesField {...props} />
    </Suspense>
  );
}
