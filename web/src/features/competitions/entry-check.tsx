import { competitionsHttp } from '@easel/contracts/competitions/http';
import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useCommand } from '../../lib/queries.ts';
import { counted } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { toast } from '../../ui/toast.tsx';
import { eligibilityQuery, type Eligibility } from './challenges.ts';
import styles from './entry-check.module.css';

interface EntryCheckProps {
  generation: Generation;
  competitionId: string;
  onEntered: () => void;
}

/** Shows which images of an own picture can be entered, with every reason why not. */
export function EntryCheck({ generation, competitionId, onEntered }: EntryCheckProps) {
  const { data, error, fetchStatus, refetch } = useQuery(eligibilityQuery(generation.id));
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className={styles.blank} />;
  }
  const challenges = data.challenges.filter(({ competition_id: id }) => id === competitionId);
  if (challenges.length === 0)
    return <EmptyState icon={<CircleAlert size={28} />} title="This challenge is no longer open" />;
  return (
    <>
      {challenges.map((challenge) => (
        <section key={challenge.competition_id} className={styles.challenge} aria-label={challenge.name}>
          <h3>{`${challenge.name}: ${challenge.theme}`}</h3>
          <p className={styles.quiet}>{`You can make ${counted(challenge.left, 'more entry', 'more entries')}.`}</p>
          <Images generation={generation} challenge={challenge} onEntered={onEntered} />
        </section>
      ))}
    </>
  );
}

interface ImagesProps {
  generation: Generation;
  challenge: Eligibility;
  onEntered: () => void;
}

function Images({ generation, challenge, onEntered }: ImagesProps) {
  const enter = useCommand(competitionsHttp.enter);
  const submit = (variantId: string) =>
    enter.mutate(
      { params: { id: challenge.competition_id }, body: { generationId: generation.id, variantId } },
      {
        onSuccess: () => {
          toast.success('Your picture is entered');
          onEntered();
        },
        onError: (error) => toast.error(messageOf(error, 'The picture could not be entered')),
      },
    );
  return (
    <ul className={styles.images}>
      {challenge.variants.map(({ variant_id: id, entry_id: entryId, refusals }) => {
        const image = generation.variants.find((variant) => variant.id === id);
        if (!image) return null;
        return (
          <li key={id}>
            <span className={styles.thumbnail}>
              <Thumbnail image={image} />
            </span>
            {entryId !== null ? (
              <p>This picture is entered.</p>
            ) : refusals.length > 0 ? (
              <ul className={styles.reasons}>
                {refusals.map(({ code, message }) => (
                  <li key={code}>
                    <CircleAlert size={16} aria-hidden="true" />
                    {message}
                  </li>
                ))}
              </ul>
            ) : (
              <div className={styles.ready}>
                <p>
                  <CircleCheck size={16} aria-hidden="true" />
                  It can be entered. {!generation.isPublic && 'Entering makes it public.'}
                </p>
                <Button look="primary" busy={enter.isPending} onClick={() => submit(id)}>
                  Enter this picture
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
