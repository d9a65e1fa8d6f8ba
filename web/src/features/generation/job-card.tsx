import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RotateCcw, X } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { Badges } from '../../ui/badges.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { Picture } from '../../ui/picture.tsx';
import { generationQuery } from './generations.ts';
import styles from './job-card.module.css';
import { idOf, type Job } from './job-list.ts';
import { viewOf, type JobFrame, type JobState } from './job-view.ts';
import type { JobActions } from './jobs.ts';

export type OpenImage = (generation: Generation, variantIndex: number) => void;

interface JobCardProps {
  job: Job;
  actions: JobActions;
  onOpenImage: OpenImage;
}

/** One image is shown large, several in as many columns as suit their number; tall ones stay on the screen. */
const heightPxFor =
  ({ length: count, 0: first }: readonly JobFrame[]) =>
  (widthPx: number, gapPx: number) => {
    const columns = count === 1 ? 1 : count > 4 && widthPx >= 600 ? 4 : 2;
    const columnPx = (widthPx - gapPx * (columns - 1)) / columns;
    return Math.min(columnPx / (first?.ratio ?? 1), count === 1 ? 440 : 320);
  };

export function JobCard({ job, actions, onOpenImage }: JobCardProps) {
  const id = idOf(job);
  const query = useQuery({ ...generationQuery(id ?? ''), enabled: id !== undefined });
  const generation = query.data?.generation;
  const view = viewOf(job, generation);
  const unseen = id !== undefined && query.isError && !generation;

  return (
    <article className={styles.card} aria-label={view.prompt} data-state={view.state}>
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={styles.prompt}>{view.prompt}</p>
          <Badges items={view.badges} label="Settings" />
        </div>
        {(view.ended || unseen) && (
          <IconButton label="Remove from this list" onClick={() => actions.dismiss(job)}>
            <X size={20} />
          </IconButton>
        )}
      </header>
      <div className={styles.status}>
        <StateIcon state={view.state} />
        <p>{unseen ? messageOf(query.error, view.text) : view.text}</p>
        {(view.state === 'failed' || view.state === 'refused') && job.order && (
          <Button onClick={() => actions.again(job)}>
            <RotateCcw size={16} aria-hidden="true" />
            Try again
          </Button>
        )}
      </div>
      {view.frames.length > 0 && (
        <JustifiedGrid
          label="Images"
          items={view.frames}
          ratioOf={(frame) => frame.ratio}
          keyOf={(_, index) => String(index)}
          targetHeightPx={heightPxFor(view.frames)}
          minWidthPx={72}
        >
          {({ variant }, tile, index) =>
            variant && generation ? (
              <button
                type="button"
                className={styles.image}
                style={{ width: tile.pictureWidthPx }}
                onClick={() => onOpenImage(generation, index)}
                aria-label={`Open image ${index + 1} of ${view.frames.length}`}
              >
                <Picture
                  src={variant.image_url}
                  alt=""
                  width={variant.width}
                  height={variant.height}
                  thumbhash={variant.thumbhash}
                  eager
                />
              </button>
            ) : (
              <span className={styles.waiting} style={{ width: tile.pictureWidthPx, height: tile.heightPx }} />
            )
          }
        </JustifiedGrid>
      )}
    </article>
  );
}

function StateIcon({ state }: { state: JobState }) {
  if (state === 'completed') return <CircleCheck size={20} className={styles.done} aria-hidden="true" />;
  if (state === 'failed' || state === 'refused' || state === 'cancelled') {
    return <CircleAlert size={20} className={styles.wrong} aria-hidden="true" />;
  }
  return <span className={styles.pulse} aria-hidden="true" />;
}
