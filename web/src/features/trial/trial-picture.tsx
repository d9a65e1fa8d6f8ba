import type { Trial } from '@easel/contracts/trials/http';
import { useEffect, useRef, type ReactNode } from 'react';
import { counted } from '../../lib/figures.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './trial-picture.module.css';
import { hasFailed, isOpen, useCurrentTrial } from './trials.ts';

interface TrialPictureProps {
  /** Keeps what the studio is to begin with, once its visitor has signed in. */
  onMakeLarge: (trial: Trial) => void;
  /** What stands in this place while there is no picture of the visitor's. */
  children: ReactNode;
}

/** The visitor's picture, and how far it is. */
export function TrialPicture({ onMakeLarge, children }: TrialPictureProps) {
  const { data, isError } = useCurrentTrial();
  const place = useRef<HTMLDivElement>(null);
  const trial = data?.trial ?? null;
  const shown = hasFailed(trial) ? null : trial;
  const open = isOpen(trial);
  // On a phone it would be below what can be seen.
  useEffect(() => {
    if (open) place.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <div ref={place} className={styles.place}>
      {shown === null ? (
        children
      ) : (
        <figure className={styles.result} aria-busy={open}>
          {shown.image_url === null ? (
            <Skeleton className={styles.blank} />
          ) : (
            <img src={shown.image_url} width={shown.width} height={shown.height} alt={shown.prompt} />
          )}
          <figcaption>
            <p>{shown.prompt}</p>
            {open && <ProgressBar label={`Progress: ${shown.prompt}`} value={shown.progress} />}
            {shown.image_url !== null && (
              <>
                <p>It is kept for seven days. An account keeps all you make for good, without the watermark.</p>
                <div className={styles.actions}>
                  <ButtonLink to="/register" look="primary">
                    Create an account to keep it
                  </ButtonLink>
                  <ButtonLink to="/register?next=%2Fgenerator" onClick={() => onMakeLarge(shown)}>
                    Make at 1K
                  </ButtonLink>
                </div>
              </>
            )}
          </figcaption>
        </figure>
      )}
      <p className={styles.state} role="status">
        {shown && stateOf(shown, isError)}
      </p>
    </div>
  );
}

function stateOf({ status, position }: Trial, isError: boolean): string {
  if (status === 'completed') return 'Your picture is ready.';
  if (isError) return 'The server cannot be reached. Your picture is still being made.';
  if (status === 'processing') return 'Your picture is being made…';
  return position ? `Your picture waits behind ${counted(position, 'other')}…` : 'Your picture waits for its turn…';
}
