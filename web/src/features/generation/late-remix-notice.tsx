import { lazy, Suspense } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { GeneratorForm } from './generator-form.ts';

export const loadRemixNotice = () => import('./remix-notice.tsx');
const RemixNotice = lazy(loadRemixNotice);

/** Says that the form began with somebody's picture; few forms do, and its code comes with the first. */
export function LateRemixNotice({ form }: { form: UseFormReturn<GeneratorForm> }) {
  const remixOf = useWatch({ control: form.control, name: 'remix_of' });
  if (!remixOf) return null;
  return (
    <Suspense>
      <RemixNotice form={form} />
    </Suspense>
  );
}
