import { lazy, Suspense } from 'react';
import { useValues, type LiveForm } from '../../lib/live-form.ts';
import type { GeneratorForm } from './generator-form.ts';

export const loadRemixNotice = () => import('./remix-notice.tsx');
const RemixNotice = lazy(loadRemixNotice);

/** Says that the form began with somebody's picture; few forms do, and its code comes with the first. */
export function LateRemixNotice({ form }: { form: LiveForm<GeneratorForm> }) {
  const { remix_of: remixOf } = useValues(form, ['remix_of']);
  if (!remixOf) return null;
  return (
    <Suspense>
      <RemixNotice form={form} />
    </Suspense>
  );
}
