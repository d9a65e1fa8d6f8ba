import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { counted } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { addressOf, type Address } from './gallery-address.ts';
import { Nothing } from './nothing.tsx';
import styles from './public-gallery-page.module.css';
import { PublicGrid } from './public-grid.tsx';
import { PublicGridSkeleton } from './public-grid-skeleton.tsx';
import { publicImagesQuery, publicPageQuery } from './public-images.ts';

export interface ViewProps {
  address: Address;
  signedIn: boolean;
}

export const LABEL = 'Public images';

/** How many there are; nothing while that is not known, or where there are none. */
export const Total = ({ of }: { of: number | undefined }) => (
  <p className={styles.total} role="status">
    {of !== undefined && of > 0 && counted(of, 'image')}
  </p>
);

/** More at the press of a button; what is there stays where more of it cannot be had. */
export function MoreView({ address, signedIn }: ViewProps) {
  const { data, error, fetchStatus, isPlaceholderData, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(publicImagesQuery(address.filter));
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Loading />;
  }
  const showMore = async () => {
    const { isError } = await fetchNextPage();
    if (isError) toast.error('Failed to load more');
  };
  const generations = data.pages.flatMap(({ items }) => items);
  if (generations.length === 0 && !hasNextPage) return <Nothing address={address} signedIn={signedIn} />;
  return (
    <div className={styles.list} data-old={isPlaceholderData}>
      <Total of={isPlaceholderData ? undefined : data.pages[0]?.total} />
      <PublicGrid label={LABEL} generations={generations} signedIn={signedIn} />
      {hasNextPage && (
        <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void showMore()}>
          Load more
        </Button>
      )}
    </div>
  );
}

/** One page, with a button for each. */
export function PagesView({ address, signedIn }: ViewProps) {
  const { page, filter } = address;
  const client = useQueryClient();
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(publicPageQuery(filter, page));
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Loading />;
  }
  const { items, total, pagination } = data;
  const toPage = (number: number) => addressOf({ ...address, page: number });
  return (
    <PagedList
      page={page}
      pages={pagination.pages}
      toPage={toPage}
      onApproach={(near) => void client.prefetchQuery(publicPageQuery(filter, near))}
      isOld={isPlaceholderData}
      className={styles.list}
      nothing={<Nothing address={address} signedIn={signedIn} />}
    >
      <Total of={isPlaceholderData ? undefined : total} />
      <PublicGrid label={`${LABEL}, page ${page}`} generations={items} signedIn={signedIn} />
    </PagedList>
  );
}

export const Loading = () => (
  <div className={styles.list}>
    <Total of={undefined} />
    <PublicGridSkeleton />
  </div>
);
