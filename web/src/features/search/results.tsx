import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { DID_YOU_MEAN } from '@easel/contracts/search/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { ResultList } from './result-list.tsx';
import { addressOf, type Address, noSearch } from './search-address.ts';
import styles from './search-page.module.css';
import { browsedQuery, foundQuery, useRecordSearch } from './searches.ts';

/** Pictures as cards, by the name of their list; `below` says that others come first, and that these can wait. */
type Grid = (label: string, generations: readonly Generation[], below?: boolean) => ReactNode;

export interface ResultsProps {
  address: Address;
  grid: Grid;
  /** The grid before anything is known. */
  skeleton: ReactNode;
}

const LABEL = 'Search results';

/** What is found, by pages. */
export function Found({ address, grid, skeleton }: ResultsProps) {
  const { search, page } = address;
  const client = useQueryClient();
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(foundQuery(search, page));
  if (!data) {
    if (!error && fetchStatus !== 'paused') return skeleton;
    const isGone = search.like !== '' && error instanceof ApiError && error.status === 404;
    return isGone ? (
      <Nothing message="This image is not public, or not there any more" address={address} didYouMean={[]} />
    ) : (
      <Failed error={error} onRetry={() => void refetch()} />
    );
  }
  const { results, message, didYouMean, pagination } = data;
  const toPage = (number: number) => addressOf({ ...address, page: number });
  const nothing = <Nothing message={message} address={address} didYouMean={didYouMean} />;
  return (
    <PagedList
      page={page}
      pages={pagination.pages}
      toPage={toPage}
      onApproach={(near) => void client.prefetchQuery(foundQuery(search, near))}
      isOld={isPlaceholderData}
      className={styles.list}
      nothing={nothing}
    >
      <p className={styles.total} role="status">
        {!isPlaceholderData && results.length > 0 && message}
      </p>
      {results.length === 0 ? (
        nothing
      ) : (
        <Pictures label={LABEL} view={address.view} grid={grid} generations={results} />
      )}
    </PagedList>
  );
}

/** What is in a category, more and more of it. */
export function Browsed({ address, grid, skeleton }: ResultsProps) {
  const { data, error, fetchStatus, isPlaceholderData, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(browsedQuery(address.search));
  if (!data) {
    if (!error && fetchStatus !== 'paused') return skeleton;
    return <Failed error={error} onRetry={() => void refetch()} />;
  }
  const showMore = async () => {
    const { isError } = await fetchNextPage();
    if (isError) toast.error('Failed to load more');
  };
  const generations = data.pages.flatMap(({ results }) => results);
  const message = data.pages[0]?.message ?? '';
  return (
    <div className={styles.list} data-old={isPlaceholderData}>
      <p className={styles.total} role="status">
        {!isPlaceholderData && generations.length > 0 && message}
      </p>
      {generations.length === 0 ? (
        <Nothing message={message} address={address} didYouMean={[]} />
      ) : (
        <Pictures label={LABEL} view={address.view} grid={grid} generations={generations} />
      )}
      {hasNextPage && (
        <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void showMore()}>
          Load more
        </Button>
      )}
    </div>
  );
}

/** spec: public-and-commerce §8. */
const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <FailedState title="Search failed" text="Failed to perform search" error={error} onRetry={onRetry} />
);

interface PicturesProps {
  label: string;
  view: Address['view'];
  grid: Grid;
  generations: readonly Generation[];
  below?: boolean;
}

/** Pictures as cards, or a line each. */
export const Pictures = ({ label, view, grid, generations, below = false }: PicturesProps) =>
  view === 'list' ? <ResultList label={label} generations={generations} /> : grid(label, generations, below);

interface NothingProps {
  message: string;
  address: Address;
  didYouMean: readonly string[];
}

/** Nothing is found: what may have been meant, and the way back. */
function Nothing({ message, address, didYouMean }: NothingProps) {
  const { search, view } = address;
  const record = useRecordSearch();
  return (
    <EmptyState icon={<SearchX size={28} />} title={message}>
      {didYouMean.length > 0 && (
        <div className={styles.meant}>
          <p id="did-you-mean">Did you mean</p>
          <ul aria-labelledby="did-you-mean">
            {didYouMean
              .slice(0, DID_YOU_MEAN)
              .map((q) => ({ ...search, q }))
              .map((meant) => (
                <li key={meant.q}>
                  <PageLink
                    to={addressOf({ search: meant, view, page: 1 })}
                    className={styles.chip}
                    onClick={() => record(meant)}
                  >
                    {meant.q}
                  </PageLink>
                </li>
              ))}
          </ul>
        </div>
      )}
      <ButtonLink to={addressOf({ search: { ...noSearch, of: search.of }, view, page: 1 })}>
        Clear the search
      </ButtonLink>
    </EmptyState>
  );
}
