import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { ownPicturesQuery, ownPictureQuery } from './challenges.ts';
import { EntryCheck } from './entry-check.tsx';
import styles from './entry-check.module.css';

interface EnterDialogProps {
  /** Id of the picture; null to choose one in the dialog. */
  generationId: string | null;
  competitionId: string;
  onClose: () => void;
}

/** Dialog to enter an own picture. */
export default function EnterDialog({ generationId, competitionId, onClose }: EnterDialogProps) {
  const [chosen, setChosen] = useState<Generation>();
  return (
    <TitledDialog title="Enter the challenge" className={styles.dialog} onClose={onClose}>
      {chosen ? (
        <>
          <Button className={styles.back} onClick={() => setChosen(undefined)}>
            <ArrowLeft size={16} aria-hidden="true" />
            Choose another
          </Button>
          <EntryCheck generation={chosen} competitionId={competitionId} onEntered={onClose} />
        </>
      ) : generationId !== null ? (
        <LinkedPicture id={generationId} competitionId={competitionId} onEntered={onClose} />
      ) : (
        <PictureChoice onChoose={setChosen} />
      )}
    </TitledDialog>
  );
}

/** The picture from the address. */
function LinkedPicture({ id, competitionId, onEntered }: { id: string; competitionId: string; onEntered: () => void }) {
  const { data, error, fetchStatus, refetch } = useQuery(ownPictureQuery(id));
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className={styles.blank} />;
  }
  return <EntryCheck generation={data.generation} competitionId={competitionId} onEntered={onEntered} />;
}

function PictureChoice({ onChoose }: { onChoose: (generation: Generation) => void }) {
  const { data, error, fetchStatus, refetch } = useQuery(ownPicturesQuery);
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className={styles.blank} />;
  }
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<ImagePlus size={28} />} title="No pictures yet">
        <ButtonLink look="primary" to="/generator">
          Make a design
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles.quiet}>
        Choose one of your newest pictures. An older one can be entered from Your Gallery: open it there.
      </p>
      <ul className={styles.pictures} aria-label="Your newest pictures">
        {data.items.map((generation) => {
          const [image] = generation.variants;
          if (!image) return null;
          return (
            <li key={generation.id}>
              <button
                type="button"
                aria-label={`Choose: ${generation.original_prompt}`}
                onClick={() => onChoose(generation)}
              >
                <Thumbnail image={image} />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
