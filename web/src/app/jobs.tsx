import { useEffect } from 'react';
import { JobWatch } from '../features/generation/job-watch.tsx';
import { forgetJobs } from '../features/generation/jobs.ts';
import { token } from '../lib/token.ts';

/** Follows what a member has ordered; the next member in this browser must not see it. */
export default function Jobs() {
  useEffect(
    () =>
      token.subscribe((ending) => {
        if (ending !== null) forgetJobs();
      }),
    [],
  );
  return <JobWatch />;
}
