import type { Generation } from '@easel/contracts/generation/http';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './people.module.css';

interface Page {
  items: readonly Generation[];
}

export interface PictureGrid {
  grid: (label: string, generations: readonly Generation[]) => ReactNode;
  /** The grid before anything is known. */
  skeleton: ReactNode;
}

interface MorePicturesProps extends PictureGrid {
  label: string;
  pictures: UseInfiniteQueryResult<{ pages: readonly Page[] }>;
  /** Where there are none. */
  nothing: ReactNode;
}

/** Pictures page after page, in each of their states. */
export function MorePictures({ label, pictures, nothing, grid, skeleton }: MorePicturesProps) {
  const { data, error, fetchStatus, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pictures;
  const showMore = async () => {
    const { isError } = await fetchNextPage();
    if (isError) toast.error('Failed to load more');
  };
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return skeleton;
  }
  const generations = data.pages.flatMap(({ items }) => items);
  if (generations.length === 0 && !hasNextPage) return nothing;
  return (
    <div className={styles.list}>
      {grid(label, generations)}
      {hasNextPage && (
        <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void showMore()}>
          Load more
        </Button>
      )}
    </div>
  );
}
