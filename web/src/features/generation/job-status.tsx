import { CircleAlert, CircleCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './job-status.module.css';
import type { JobState, JobView } from './job-view.ts';
import { TimeLeft } from './time-left.tsx';

/** The words come with the first failure. */
const FailureText = lazy(() => import('../images/failure-text.tsx'));

interface JobStatusProps {
  view: JobView;
  /** What is said instead, where nothing is known of it. */
  complaint?: string | null;
}

/** How far a job is: in words, and by a line that is there for as long as there is something to wait for. */
export function JobStatus({ view, complaint }: JobStatusProps) {
  return (
    <div className={styles.status}>
      <p>
        <StateIcon state={view.state} />
        <span>
          {view.failure === null ? (
            (complaint ?? view.text)
          ) : (
            <Suspense fallback={view.text}>
              <FailureText reason={view.failure} />
            </Suspense>
          )}
          {view.etaMs !== null && (
            <>
              {' · '}
              <TimeLeft key={view.etaMs} ms={view.etaMs} />
            </>
          )}
        </span>
      </p>
      {!view.ended && <ProgressBar label={`Progress: ${view.prompt}`} value={view.progress} />}
    </div>
  );
}

function StateIcon({ state }: { state: JobState }) {
  if (state === 'completed') return <CircleCheck size={16} className={styles.done} aria-hidden="true" />;
  if (state === 'failed' || state === 'refused') {
    return <CircleAlert size={16} className={styles.wrong} aria-hidden="true" />;
  }
  if (state === 'cancelled') return <CircleAlert size={16} aria-hidden="true" />;
  return <span className={styles.pulse} data-still={state === 'queued' || state === 'waiting'} aria-hidden="true" />;
}
