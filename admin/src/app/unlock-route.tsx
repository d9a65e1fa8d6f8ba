import { lazy, Suspense } from 'react';
import { useHiddenToken } from './hidden-token.ts';

const UnlockPage = lazy(() => import('../features/operators/unlock-page.tsx'));

export function UnlockRoute() {
  const token = useHiddenToken();
  return (
    <Suspense>
      <UnlockPage token={token} />
    </Suspense>
  );
}
