import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { Purchase } from '@easel/contracts/purchases/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { pageOf } from '../../lib/page-numbers.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { FileDialog } from './file-dialog.tsx';
import { PurchaseCard } from './purchase-card.tsx';
import { PURCHASES_PAGE, purchasesQuery } from './purchase-queries.ts';
import styles from './purchases-page.module.css';

const layout = { minWidthPx: 156, targetHeightPx: (widthPx: number) => (widthPx < 600 ? 176 : 220) };
/** Pictures above the fold, more or less. */
const EAGER = 6;

const toPage = (page: number) => (page > 1 ? `/my-purchases?page=${page}` : '/my-purchases');

/** What the member bought, the newest first; each file can be had again at no cost. */
export function PurchasesPage({ tier }: { tier: SubscribedTier }) {
  const [params] = useSearchParams();
  const client = useQueryClient();
  const page = pageOf(params.get('page'));
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(purchasesQuery(page));
  const [wanted, setWanted] = useState<Purchase | null>(null);

  const content = () => {
    if (!data) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return <PurchasesSkeleton />;
    }
    return (
      <PagedList
        page={page}
        pages={data.pagination.pages}
        toPage={toPage}
        onApproach={(near) => void client.prefetchQuery(purchasesQuery(near))}
        isOld={isPlaceholderData}
        className={styles.list}
        nothing={
          <EmptyState icon={<ShoppingBag size={28} />} title="No purchases yet">
            <ButtonLink look="primary" to="/public-gallery">
              Explore Gallery
            </ButtonLink>
          </EmptyState>
        }
      >
        <JustifiedGrid
          {...layout}
          label="Purchases"
          items={data.items}
          ratioOf={({ width, height }) => width / height}
          keyOf={({ id }) => id}
        >
          {(purchase, tile, index) => (
            <PurchaseCard
              purchase={purchase}
              title={data.titles[purchase.variantId] ?? data.titles[purchase.generationId]}
              tile={tile}
              eager={index < EAGER}
              onDownload={() => setWanted(purchase)}
            />
          )}
        </JustifiedGrid>
      </PagedList>
    );
  };

  return (
    <Page lead="What you bought stays yours: download it again whenever you like, at no cost.">
      <p className={styles.total} role="status">
        {data && !isPlaceholderData && data.pagination.total > 0 && counted(data.pagination.total, 'purchase')}
      </p>
      {content()}
      {wanted && <FileDialog purchase={wanted} tier={tier} onClose={() => setWanted(null)} />}
    </Page>
  );
}

const LIKELY_RATIOS = [1, 16 / 9, 3 / 4, 1, 4 / 3, 1, 2 / 3, 1, 16 / 9, 1, 3 / 2, 1].slice(0, PURCHASES_PAGE);

/** The same grid before anything is known. */
const PurchasesSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <div aria-hidden="true">
      <JustifiedGrid
        {...layout}
        label="Loading"
        items={LIKELY_RATIOS}
        ratioOf={(ratio) => ratio}
        keyOf={(_, index) => String(index)}
      >
        {(_, tile) => <Skeleton style={{ height: tile.heightPx + 167 }} />}
      </JustifiedGrid>
    </div>
  </div>
);
