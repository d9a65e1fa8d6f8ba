import { lazy, Suspense } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useProviders } from '../providers/providers-query.ts';
import type { GeneratorForm } from './generator-form.ts';

const MadeByField = lazy(() => import('./made-by-field.tsx'));

/** Loads the choice of a provider only when one is configured. */
export function LateMadeByField({ form }: { form: UseFormReturn<GeneratorForm> }) {
  if (!useProviders().isConfigured) return null;
  return (
    <Suspense>
      <MadeByField form={form} />
    </Suspense>
  );
}
