import type { Generation } from '@easel/contracts/generation/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { focusHeading } from '../../lib/focus.ts';
import { pageOf } from '../../lib/page-numbers.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { favoritesQuery } from './favorites.ts';
import styles from './favorites.module.css';

interface FavoritesPageProps {
  grid: (generations: readonly Generation[]) => ReactNode;
  /** The grid before anything is known. */
  skeleton: ReactNode;
}

const toPage = (page: number) => (page > 1 ? `/favorites?page=${page}` : '/favorites');

/** spec: public-and-commerce §2.5: what the member has chosen, the last first; what is taken back is gone at once. */
export function FavoritesPage({ grid, skeleton }: FavoritesPageProps) {
  const [params] = useSearchParams();
  const client = useQueryClient();
  const page = pageOf(params.get('page'));
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(favoritesQuery(page));
  const { items = [], pagination: { pages, total } = { pages: 0, total: 0 } } = data ?? {};
  useFocusAfterLoss(items.length);

  const content = () => {
    if (!data) {
      if (!error && fetchStatus !== 'paused') return skeleton;
      return <FailedState title="Failed to load favorites" error={error} onRetry={() => void refetch()} />;
    }
    return (
      <PagedList
        page={page}
        pages={pages}
        toPage={toPage}
        onApproach={(near) => void client.prefetchQuery(favoritesQuery(near))}
        isOld={isPlaceholderData}
        className={styles.list}
        nothing={
          <EmptyState icon={<Heart size={28} />} title="No favorites yet">
            <ButtonLink look="primary" to="/public-gallery">
              Explore Gallery
            </ButtonLink>
          </EmptyState>
        }
      >
        {grid(items)}
      </PagedList>
    );
  };

  return (
    <Page>
      <p className={styles.total} role="status">
        {total > 0 && !isPlaceholderData && counted(total, 'favorite')}
      </p>
      {content()}
    </Page>
  );
}

/** Whoever has dropped a card had the focus in it: they go on from the heading. */
function useFocusAfterLoss(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const isLess = count < before.current;
    before.current = count;
    if (isLess && document.activeElement === document.body) focusHeading();
  }, [count]);
}
