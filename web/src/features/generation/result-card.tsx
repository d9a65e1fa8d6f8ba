import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { SlidersHorizontal, X } from 'lucide-react';
import { Suspense } from 'react';
import type { Tile } from '../../lib/justified.ts';
import { IconButton } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { formOfGeneration, formOfOrder, formOfOrders, type FormChanges } from './form-sources.ts';
import { FrameTools } from './frame-tools.tsx';
import { idOf, isUnsent, type Job } from './job-list.ts';
import { JobStatus } from './job-status.tsx';
import { LateJobButtons } from './late-job-buttons.ts';
import styles from './result-card.module.css';
import { useResultDeeds } from './result-deeds.ts';
import { ResultFrame } from './result-frame.tsx';
import type { Result } from './result-list.ts';
import { useJobView } from './use-job-view.ts';

interface ResultCardProps {
  result: Result;
  tile: Tile;
  /** Its place on a sheet, from 1. */
  place?: number;
}

/**
 * A generation of one image among others: where it will stand or stands, what was asked for, and what can be done with
 * it.
 */
export function ResultCard({ result, tile, place }: ResultCardProps) {
  const { view, generation, liveJob, error } = useJobView(result);
  const { job } = result;
  const image = view.frames[0]?.variant;
  const isOfBefore = job.order === null && image && generation;
  return (
    <article className={styles.card} aria-label={view.prompt} data-state={view.state}>
      <ResultFrame
        image={image}
        generation={generation}
        jobId={idOf(job)}
        index={0}
        of={1}
        tile={tile}
        preview={view.frames[0]?.preview}
        ended={view.ended}
      />
      <p className={styles.prompt} title={view.prompt}>
        {place !== undefined && <span className={styles.place}>{place}</span>}
        {view.prompt}
      </p>
      {isOfBefore ? (
        <p className={styles.meta}>
          <Time iso={generation.created_at} />
          {` · ${view.badges.join(' · ')}`}
        </p>
      ) : (
        <JobStatus view={view} complaint={error === null ? null : messageOf(error, view.text)} />
      )}
      {image && generation ? (
        <FrameTools generation={generation} variantIndex={0} />
      ) : (
        <UnmadeTools result={result} seen={{ view, generation, liveJob, error }} />
      )}
    </article>
  );
}

interface UnmadeToolsProps {
  result: Result;
  seen: ReturnType<typeof useJobView>;
}

/** What can be done about what has no image, or none yet. */
export function UnmadeTools({ result: { job }, seen: { view, generation, liveJob, error } }: UnmadeToolsProps) {
  const { actions, reuse } = useResultDeeds();
  const settings = settingsOf(job, generation);
  const change = () => {
    const changes = view.state === 'refused' ? formOfOrders(actions.withdraw(job)) : (settings ?? {});
    reuse(changes, 'The prompt is in the form');
  };
  return (
    <div className={styles.tools}>
      <Suspense>
        <LateJobButtons job={job} view={view.state} liveJob={liveJob} actions={actions} onChange={change} />
      </Suspense>
      {settings && view.ended && (
        <IconButton label="Use these settings" onClick={() => reuse(settings, 'The settings are in the form')}>
          <SlidersHorizontal size={20} />
        </IconButton>
      )}
      {(view.ended || error !== null || view.state === 'waiting') && (
        <IconButton label="Remove from this list" onClick={() => actions.dismiss(job)}>
          <X size={20} />
        </IconButton>
      )}
    </div>
  );
}

/** Settings that can go back into the form; the prompt of a variant is another one's. */
function settingsOf(job: Job, generation: Generation | undefined): FormChanges | undefined {
  if (job.variantOf !== null || isUnsent(job)) return undefined;
  return job.order ? formOfOrder(job.order) : generation && formOfGeneration(generation);
}
