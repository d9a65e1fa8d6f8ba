import { PUBLIC_CATEGORY, SAVED_CATEGORY } from '@easel/contracts/gallery/policy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Globe, Images, SearchX } from 'lucide-react';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { FilterBar } from './filter-bar.tsx';
import {
  addressOf,
  isNarrowed,
  isOfPictures,
  noFilter,
  readAddress,
  type Address,
  type Filter,
} from './gallery-filter.ts';
import styles from './gallery-page.module.css';
import { GalleryTabs } from './gallery-tabs.tsx';
import { ImageGrid, ImageGridSkeleton } from './image-grid.tsx';
import { GALLERY_PAGE, galleryQuery, suggestionsQuery, wallQuery } from './own-images.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SelectionContext, useNewSelection } from './selection.ts';
import { Wall } from './wall.tsx';

const Trash = lazy(() => import('./trash.tsx'));

/** Shows what the member uploaded: a page of it, given the addresses of the others. */
type UploadsOf = (page: number, toPage: (page: number) => string) => ReactNode;

/** spec: member-experience §2 "Your Gallery". The address holds the view, the page, the search and every filter. */
export default function GalleryPage({ uploads = () => null }: { uploads?: UploadsOf }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const selection = useNewSelection();
  const address = readAddress(params);
  const { view, filter } = address;

  const narrow = (to: Filter) => void navigate(addressOf({ ...address, page: 1, filter: to }), { replace: true });
  const toPage = (page: number) => addressOf({ ...address, page });
  const content = {
    pages: () => <Pages address={address} onClear={() => narrow(noFilter)} />,
    wall: () => <WallView filter={filter} onClear={() => narrow(noFilter)} />,
    uploads: () => (
      <Suspense fallback={<ImageGridSkeleton count={GALLERY_PAGE} />}>{uploads(address.page, toPage)}</Suspense>
    ),
    trash: () => (
      <Suspense fallback={<ImageGridSkeleton count={GALLERY_PAGE} />}>
        <Trash page={address.page} toPage={toPage} />
      </Suspense>
    ),
  };

  return (
    <SelectionContext value={selection}>
      <Page actions={isOfPictures(view) && <OwnSearch address={address} />}>
        <div className={styles.controls}>
          <GalleryTabs address={address} />
          {isOfPictures(view) && <FilterBar filter={filter} onChange={narrow} />}
        </div>
        {content[view]()}
      </Page>
      <SelectionBar />
    </SelectionContext>
  );
}

function OwnSearch({ address }: { address: Address }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { data } = useQuery(suggestionsQuery(typed));
  const here = JSON.stringify(address);
  const search = useCallback(
    (text: string) => {
      const now = JSON.parse(here) as Address;
      void navigate(addressOf({ ...now, page: 1, filter: { ...now.filter, search: text } }), { replace: true });
    },
    [here, navigate],
  );
  return (
    <SearchBox
      label="Search your gallery"
      placeholder="Search your prompts"
      value={address.filter.search}
      onSearch={search}
      onType={setTyped}
      suggestions={typed.length >= 2 ? (data?.suggestions ?? []) : []}
    />
  );
}

/** What a part of the gallery is for, where nothing is in it yet. */
const EMPTY_PARTS: Record<string, { icon: ReactNode; title: string; words: string } | undefined> = {
  [SAVED_CATEGORY]: {
    icon: <Bookmark size={28} />,
    title: 'Nothing saved yet',
    words: 'Pictures you save from their details stay together here, so that you find them again among all the others.',
  },
  [PUBLIC_CATEGORY]: {
    icon: <Globe size={28} />,
    title: 'Nothing public yet',
    words: 'Pictures you make public are in the public gallery for everyone, and together here for you.',
  },
};

function Nothing({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  const part = isNarrowed({ ...filter, category: '' }) ? undefined : EMPTY_PARTS[filter.category];
  if (part) {
    return (
      <EmptyState icon={part.icon} title={part.title}>
        <p>{part.words}</p>
        <Button onClick={onClear}>Show everything</Button>
      </EmptyState>
    );
  }
  if (isNarrowed(filter)) {
    return (
      <EmptyState icon={<SearchX size={28} />} title="No images found">
        <Button onClick={onClear}>{filter.search ? 'Clear the search' : 'Show everything'}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Images size={28} />} title="Your gallery is empty">
      <ButtonLink look="primary" to="/generator">
        Generate Image
      </ButtonLink>
    </EmptyState>
  );
}

/** Twelve cards a page. */
function Pages({ address, onClear }: { address: Address; onClear: () => void }) {
  const client = useQueryClient();
  const { filter, page } = address;
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(galleryQuery(filter, page));
  const toPage = (number: number) => addressOf({ ...address, page: number });

  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return (
      <>
        <Total />
        <ImageGridSkeleton count={GALLERY_PAGE} />
      </>
    );
  }
  return (
    <>
      {data.total > 0 && <Total of={isPlaceholderData ? undefined : data.total} />}
      <PagedList
        page={page}
        pages={data.pagination.pages}
        toPage={toPage}
        onApproach={(number) => void client.prefetchQuery(galleryQuery(filter, number))}
        isOld={isPlaceholderData}
        className={styles.list}
        nothing={<Nothing filter={filter} onClear={onClear} />}
      >
        <ImageGrid label="Your images" generations={data.items} selectable />
      </PagedList>
    </>
  );
}

/** Its first part says how many there are. */
function WallView({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  const { data, error, fetchStatus, refetch } = useQuery(wallQuery(filter, 0));
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return (
      <>
        <Total />
        <ImageGridSkeleton count={GALLERY_PAGE} />
      </>
    );
  }
  if (data.total === 0) return <Nothing filter={filter} onClear={onClear} />;
  return (
    <>
      <Total of={data.total} />
      <Wall key={JSON.stringify(filter)} filter={filter} total={data.total} />
    </>
  );
}

const Total = ({ of }: { of?: number | undefined }) => (
  <p className={styles.total} role="status">
    {of !== undefined && counted(of, 'generation')}
  </p>
);
