import { lazy, Suspense, useEffect } from 'react';
import { JobWatch } from '../features/generation/job-watch.tsx';
import { forgetJobs } from '../features/generation/jobs.ts';
import { outboxText } from '../features/orders/outbox-text.ts';
import { useStore } from '../lib/store.ts';
import { token } from '../lib/token.ts';

/** Comes once an order waits to be sent. */
const OrderOutbox = lazy(() => import('../features/orders/order-outbox.tsx'));

/** Follows what a member has ordered; the next member in this browser must not see it. */
export default function Jobs() {
  const hasWaiting = useStore(outboxText) !== null;
  useEffect(
    () =>
      token.subscribe((ending) => {
        if (ending !== null) forgetJobs();
      }),
    [],
  );
  return (
    <>
      <JobWatch />
      {hasWaiting && (
        <Suspense>
          <OrderOutbox />
        </Suspense>
      )}
    </>
  );
}
