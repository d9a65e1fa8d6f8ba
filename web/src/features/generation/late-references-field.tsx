import { lazy, Suspense } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useProviders } from '../providers/providers-query.ts';
import type { GeneratorForm } from './generator-form.ts';

const ReferencesField = lazy(() => import('./references-field.tsx'));

/** Loads the reference pictures only when a provider is configured. */
export function LateReferencesField({ form }: { form: UseFormReturn<GeneratorForm> }) {
  if (!useProviders().isConfigured) return null;
  return (
    <Suspense>
      <ReferencesField form={form} />
    </Suspense>
  );
}
