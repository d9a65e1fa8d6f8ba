import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, SlidersHorizontal, X } from 'lucide-react';
import { Badges } from '../../ui/badges.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formOfGeneration, formOfOrder, type FormChanges } from './form-sources.ts';
import { generationQuery } from './generations.ts';
import styles from './job-card.module.css';
import { JobButtons } from './job-buttons.tsx';
import { JobFrames, type OpenImage } from './job-frames.tsx';
import { idOf, isUnsent, type Job } from './job-list.ts';
import { viewOf, type JobState } from './job-view.ts';
import type { JobActions } from './jobs.ts';
import { useLiveJobs } from './live.ts';

interface JobCardProps {
  job: Job;
  actions: JobActions;
  onOpenImage: OpenImage;
  onReuse: (changes: FormChanges) => void;
}

export function JobCard({ job, actions, onOpenImage, onReuse }: JobCardProps) {
  const id = idOf(job);
  const live = useLiveJobs();
  const liveJob = id === undefined ? undefined : live.jobs.get(id);
  const query = useQuery({
    ...generationQuery(id ?? '', live),
    enabled: id !== undefined && job.variantOf === null,
  });
  const generation = query.data?.generation;
  const view = viewOf(job, generation, liveJob);
  const unseen = id !== undefined && query.isError && !generation && !liveJob;
  const settings = settingsOf(job, generation);

  return (
    <article className={styles.card} aria-label={view.prompt} data-state={view.state}>
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={styles.prompt}>{view.prompt}</p>
          <Badges items={view.badges} label="Settings" />
        </div>
        <div className={styles.tools}>
          {settings && (
            <IconButton label="Use these settings" onClick={() => onReuse(settings)}>
              <SlidersHorizontal size={20} />
            </IconButton>
          )}
          {(view.ended || unseen || view.state === 'waiting') && (
            <IconButton label="Remove from this list" onClick={() => actions.dismiss(job)}>
              <X size={20} />
            </IconButton>
          )}
        </div>
      </header>
      <div className={styles.status}>
        <StateIcon state={view.state} />
        <p>{unseen ? messageOf(query.error, view.text) : view.text}</p>
        {view.eta && <p className={styles.eta}>{view.eta}</p>}
        <JobButtons job={job} view={view.state} liveJob={liveJob} actions={actions} />
      </div>
      <Progress label={`Progress: ${view.prompt}`} value={view.progress} />
      <JobFrames frames={view.frames} generation={generation} onOpenImage={onOpenImage} />
    </article>
  );
}

/** Settings that this card can hand back to the form; the prompt of a variant is another one's. */
function settingsOf(job: Job, generation: Generation | undefined): FormChanges | undefined {
  if (job.variantOf !== null || isUnsent(job)) return undefined;
  if (generation && generation.variants.length > 0) return formOfGeneration(generation);
  return job.order ? formOfOrder(job.order) : generation && formOfGeneration(generation);
}

/** A line that is always there, so that nothing moves when it fills or is done. */
function Progress({ label, value }: { label: string; value: number | null }) {
  if (value === null) return <span className={styles.track} data-idle="true" />;
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 100)}
    >
      <span style={{ scale: `${value} 1` }} />
    </div>
  );
}

function StateIcon({ state }: { state: JobState }) {
  if (state === 'completed') return <CircleCheck size={20} className={styles.done} aria-hidden="true" />;
  if (state === 'failed' || state === 'refused') {
    return <CircleAlert size={20} className={styles.wrong} aria-hidden="true" />;
  }
  if (state === 'cancelled') return <CircleAlert size={20} aria-hidden="true" />;
  return <span className={styles.pulse} data-still={state === 'queued' || state === 'waiting'} aria-hidden="true" />;
}
