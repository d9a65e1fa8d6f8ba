import { useQuery } from '@tanstack/react-query';
import { Images, SearchX } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { addressOf, type Address } from './gallery-address.ts';
import { categoryName } from './gallery-controls.tsx';
import styles from './public-gallery-page.module.css';
import { PublicGrid } from './public-grid.tsx';
import { PublicGridSkeleton } from './public-grid-skeleton.tsx';
import { latestQuery } from './public-images.ts';

/** Why there is nothing to show, and what there is instead. */
export function Nothing({ address, signedIn }: { address: Address; signedIn: boolean }) {
  const { filter } = address;
  if (filter.search !== '') {
    return (
      <EmptyState icon={<SearchX size={28} />} title="No images found">
        <ButtonLink to={addressOf({ ...address, page: 1, filter: { ...filter, search: '' } })}>
          Clear the search
        </ButtonLink>
      </EmptyState>
    );
  }
  if (filter.category !== '') return <LatestInstead category={filter.category} signedIn={signedIn} />;
  return <NothingYet />;
}

const NothingYet = () => (
  <EmptyState icon={<Images size={28} />} title="No public images yet">
    <ButtonLink look="primary" to="/generator">
      Create Images
    </ButtonLink>
  </EmptyState>
);

/** spec: public-and-commerce §2.4: a category without images says so and shows the latest. */
function LatestInstead({ category, signedIn }: { category: string; signedIn: boolean }) {
  const { data, error, fetchStatus, refetch } = useQuery(latestQuery);
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <PublicGridSkeleton />;
  }
  if (data.items.length === 0) return <NothingYet />;
  return (
    <>
      <p className={styles.notice} role="status">
        {`Nothing public in “${categoryName(category)}” yet. These are the latest public images.`}
      </p>
      <PublicGrid label="Latest public images" generations={data.items} signedIn={signedIn} />
    </>
  );
}
