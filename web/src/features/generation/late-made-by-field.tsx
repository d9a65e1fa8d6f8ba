import { lazy, Suspense } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useProviders } from '../providers/providers-query.ts';
import type { GeneratorForm } from './generator-form.ts';

const MadeByField = lazy(() => import('./made-by-field.tsx'));

/** Who makes the picture; its code comes where there is somebody beside the built-in renderer. */
export function LateMadeByField({ form }: { form: UseFormReturn<GeneratorForm> }) {
  if (!useProviders().isConfigured) return null;
  return (
    <Suspense>
      <MadeByField form={form} />
    </Suspense>
  );
}
