import type { Generation } from '@easel/contracts/generation/http';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, Images } from 'lucide-react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './picture-choice.module.css';
import { ownPublicQuery } from './curator-queries.ts';

interface PictureChoiceProps {
  title: string;
  /** Verb of each picture's button, before the prompt. */
  verb: string;
  /** Pictures that are chosen already. */
  chosen: ReadonlySet<string>;
  onChoose: (generation: Generation) => void;
  onClose: () => void;
}

/** Lets the member choose one or several own public pictures. */
export function PictureChoice({ title, verb, chosen, onChoose, onClose }: PictureChoiceProps) {
  const { data, error, fetchStatus, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(ownPublicQuery);
  const generations = data?.pages.flatMap(({ items }) => items.filter(({ variants }) => variants.length > 0));
  const showMore = async () => {
    const { isError } = await fetchNextPage();
    if (isError) toast.error('Failed to load more');
  };
  const content = () => {
    if (!generations) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return <Skeleton style={{ height: 240 }} />;
    }
    if (generations.length === 0) {
      return (
        <EmptyState icon={<Images size={28} />} title="You show no pictures yet">
          <p>Make one public first: everyone sees a section.</p>
          <ButtonLink to="/your-gallery">Your Gallery</ButtonLink>
        </EmptyState>
      );
    }
    return (
      <>
        <ul className={styles.choices} aria-label="Your public pictures">
          {generations.map((generation) => (
            <li key={generation.id}>
              <Choice
                generation={generation}
                verb={verb}
                isChosen={chosen.has(generation.id)}
                onChoose={() => onChoose(generation)}
              />
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void showMore()}>
            Load more
          </Button>
        )}
      </>
    );
  };
  return (
    <TitledDialog title={title} className={styles.dialog} onClose={onClose}>
      {content()}
    </TitledDialog>
  );
}

interface ChoiceProps {
  generation: Generation;
  verb: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ generation, verb, isChosen, onChoose }: ChoiceProps) {
  const [image] = generation.variants;
  if (!image) return null;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${verb}: ${generation.original_prompt}`}
      title={generation.original_prompt}
      onClick={onChoose}
    >
      <Thumbnail image={image} />
      {isChosen && (
        <span className={styles.chosen}>
          <Check size={16} aria-hidden="true" />
        </span>
      )}
    </button>
  );
}
