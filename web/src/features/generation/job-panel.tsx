import { counted } from '../../lib/figures.ts';
import type { FormChanges } from './form-sources.ts';
import { Inspirations } from './inspirations.tsx';
import { JobCard } from './job-card.tsx';
import type { OpenImage } from './job-frames.tsx';
import { idOf, isOpen, isUnsent, type JobList } from './job-list.ts';
import styles from './job-panel.module.css';
import type { JobActions } from './jobs.ts';
import { useLiveJobs } from './live.ts';

interface JobPanelProps {
  jobs: JobList;
  actions: JobActions;
  onOpenImage: OpenImage;
  onReuse: (changes: FormChanges) => void;
  onInspire: (prompt: string) => void;
}

/** Orders of this session and what else is under way, the newest on top. */
export function JobPanel({ jobs, actions, onOpenImage, onReuse, onInspire }: JobPanelProps) {
  const { jobs: liveJobs } = useLiveJobs();
  const open = jobs.filter((job) => isUnsent(job) || isOpen(liveJobs.get(idOf(job) ?? '')?.status ?? '')).length;
  return (
    <>
      {/* How many there are, and no more: their ends are told by toasts. */}
      <p className="visually-hidden" role="status">
        {open > 0 && `${counted(open, 'order')} under way`}
      </p>
      {jobs.length === 0 ? (
        <Inspirations onPick={onInspire} />
      ) : (
        <ol className={styles.jobs}>
          {jobs.map((job) => (
            <li key={job.key}>
              <JobCard job={job} actions={actions} onOpenImage={onOpenImage} onReuse={onReuse} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
