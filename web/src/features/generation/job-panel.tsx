import { ImageIcon } from 'lucide-react';
import { EmptyState } from '../../ui/states.tsx';
import { JobCard, type OpenImage } from './job-card.tsx';
import type { JobList } from './job-list.ts';
import styles from './job-panel.module.css';
import type { JobActions } from './jobs.ts';

interface JobPanelProps {
  jobs: JobList;
  actions: JobActions;
  onOpenImage: OpenImage;
}

/** Orders of this session, the newest on top. */
export function JobPanel({ jobs, actions, onOpenImage }: JobPanelProps) {
  if (jobs.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState icon={<ImageIcon size={28} />} title="Your images will appear here">
          <p>Describe a picture, choose a shape, and generate. You can start several at once.</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <ol className={styles.jobs}>
      {jobs.map((job) => (
        <li key={job.key}>
          <JobCard job={job} actions={actions} onOpenImage={onOpenImage} />
        </li>
      ))}
    </ol>
  );
}
