import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Images, SearchX } from 'lucide-react';
import { useCallback } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { pageOf } from '../../lib/page-numbers.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import styles from './gallery-page.module.css';
import { ImageGrid, ImageGridSkeleton } from './image-grid.tsx';
import { GALLERY_PAGE, galleryQuery } from './own-images.ts';
import { SearchBox } from './search-box.tsx';

/** spec: member-experience §2, Your Gallery. The address holds the page, the search and the category. */
export default function GalleryPage() {
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const filter = {
    page: pageOf(params.get('page')),
    search: (params.get('search') ?? '').trim(),
    category: params.get('category') ?? '',
  };
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(galleryQuery(filter));

  const search = useCallback(
    (text: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete('page');
          if (text) after.set('search', text);
          else after.delete('search');
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  const addressOf = (page: number) => {
    const address = new URLSearchParams(params);
    if (page > 1) address.set('page', String(page));
    else address.delete('page');
    return `/your-gallery${address.size > 0 ? `?${address}` : ''}`;
  };

  const pages = data?.pagination.pages ?? 0;
  // After the last card of the last page was deleted, or from an old address.
  if (!isPlaceholderData && data && pages > 0 && filter.page > pages) return <Navigate to={addressOf(pages)} replace />;

  const content = () => {
    if (data && data.items.length > 0) {
      return (
        <div className={styles.list} data-old={isPlaceholderData}>
          <ImageGrid label="Your images" generations={data.items} />
          <Pagination
            page={filter.page}
            pages={pages}
            toPage={addressOf}
            onApproach={(page) => void client.prefetchQuery(galleryQuery({ ...filter, page }))}
          />
        </div>
      );
    }
    if (data && filter.search) {
      return (
        <EmptyState icon={<SearchX size={28} />} title="No images found">
          <Button onClick={() => search('')}>Clear the search</Button>
        </EmptyState>
      );
    }
    if (data) {
      return (
        <EmptyState icon={<Images size={28} />} title="Your gallery is empty">
          <ButtonLink look="primary" to="/generator">
            Generate Image
          </ButtonLink>
        </EmptyState>
      );
    }
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <ImageGridSkeleton count={GALLERY_PAGE} />;
  };

  return (
    <Page
      title="Your Gallery"
      actions={(filter.search || (data && data.total > 0)) && <SearchBox value={filter.search} onSearch={search} />}
    >
      <p className={styles.total} role="status">
        {data && data.total > 0 && !isPlaceholderData && counted(data.total, 'generation')}
      </p>
      {content()}
    </Page>
  );
}
