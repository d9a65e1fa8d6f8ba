import { popularSearches } from '@easel/contracts/gallery/policy';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images, SearchX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './public-gallery-page.module.css';
import { PublicGrid } from './public-grid.tsx';
import { PublicGridSkeleton } from './public-grid-skeleton.tsx';
import { latestQuery, publicImagesQuery, type PublicFilter } from './public-images.ts';

/** spec: public-and-commerce §2.4, in its load-more mode. The address holds the search and the category. */
export default function PublicGalleryPage() {
  const [params, setParams] = useSearchParams();
  const signedIn = useStore(token) !== null;
  const filter: PublicFilter = {
    category: (params.get('category') ?? '').slice(0, 60),
    search: (params.get('search') ?? '').trim().slice(0, 200),
  };
  const { data, error, fetchStatus, isPlaceholderData, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(publicImagesQuery(filter));
  const [typed, setTyped] = useState('');

  const search = useCallback(
    (text: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (text) after.set('search', text);
          else after.delete('search');
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  const showMore = async () => {
    const { isError } = await fetchNextPage();
    if (isError) toast.error('Failed to load more');
  };

  const content = () => {
    if (!data) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return <PublicGridSkeleton />;
    }
    const generations = data.pages.flatMap(({ items }) => items);
    if (generations.length > 0) {
      return (
        <div className={styles.list} data-old={isPlaceholderData}>
          <PublicGrid label="Public images" generations={generations} signedIn={signedIn} />
          {hasNextPage && (
            <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void showMore()}>
              Load more
            </Button>
          )}
        </div>
      );
    }
    if (filter.search) {
      return (
        <EmptyState icon={<SearchX size={28} />} title="No images found">
          <Button onClick={() => search('')}>Clear the search</Button>
        </EmptyState>
      );
    }
    if (filter.category) return <LatestInstead category={filter.category} signedIn={signedIn} />;
    return <NothingYet />;
  };

  const total = data?.pages[0]?.total ?? 0;
  return (
    <Page
      actions={
        <SearchBox
          label="Search the public gallery"
          placeholder="Search images"
          value={filter.search}
          onSearch={search}
          onType={setTyped}
          suggestions={suggestionsFor(typed)}
        />
      }
    >
      <p className={styles.total} role="status">
        {total > 0 && !isPlaceholderData && counted(total, 'generation')}
      </p>
      {content()}
    </Page>
  );
}

const SUGGESTIONS = 5;

/** spec: public-and-commerce §2.4: the popular searches, from two typed characters on. */
const suggestionsFor = (typed: string): readonly string[] =>
  typed.length < 2
    ? []
    : popularSearches.filter((popular) => popular.includes(typed.toLowerCase())).slice(0, SUGGESTIONS);

const NothingYet = () => (
  <EmptyState icon={<Images size={28} />} title="No public images yet">
    <ButtonLink look="primary" to="/generator">
      Create Images
    </ButtonLink>
  </EmptyState>
);

/** A category without images says so and shows the latest. */
function LatestInstead({ category, signedIn }: { category: string; signedIn: boolean }) {
  const { data } = useQuery(latestQuery);
  if (!data) return <PublicGridSkeleton />;
  if (data.items.length === 0) return <NothingYet />;
  return (
    <>
      <p className={styles.notice} role="status">
        {`Nothing public in “${category}” yet. These are the latest public images.`}
      </p>
      <PublicGrid label="Latest public images" generations={data.items} signedIn={signedIn} />
    </>
  );
}
