import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { Reply } from '@easel/contracts/kernel/client/address';
import type { sharesHttp } from '@easel/contracts/shares/http';
import { sharedPath } from '@easel/contracts/shares/policy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Images, Link2Off } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router';
import { dateAndTime } from '../../lib/dates.ts';
import { counted } from '../../lib/figures.ts';
import { moveByArrows, TILE } from '../../lib/grid-keys.ts';
import { pageOf } from '../../lib/page-numbers.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { Lightbox } from '../../ui/lightbox.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ratioClass } from '../../ui/ratio.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { useViewed } from '../../ui/viewed.ts';
import { AuthorLink } from '../images/byline.tsx';
import { useImageDeals } from '../images/image-deals.ts';
import { sourcesOf } from '../images/image-details.ts';
import { sharedQuery } from './shares.ts';
import styles from './shares.module.css';

type Shared = Reply<typeof sharesHttp.shown>;

const layout = {
  minWidthPx: 72,
  gapPx: 8,
  targetHeightPx: (widthPx: number) => (widthPx < 600 ? 160 : 240),
};
/** Pictures above the fold, more or less. */
const EAGER = 6;

/** A picture is shown without its prompt. */
function headingOf({ kind, title, author }: Shared): string {
  if (title) return title;
  return `${kind === 'picture' ? 'A picture' : 'A collection'}${author ? ` by ${author.name}` : ''}`;
}

type Image = Shared['images'][number];

/** The token lets in whoever has it, so a report names the image alone. */
const reported = ({ id }: Image) => ({ kind: 'picture' as const, path: '/shared', name: `shared image ${id}` });

/** What somebody shows to whoever has the link. */
export default function SharedPage() {
  const { token = '' } = useParams();
  const [params] = useSearchParams();
  const client = useQueryClient();
  const page = pageOf(params.get('page'));
  const { data: known, error, fetchStatus, isPlaceholderData, refetch } = useQuery(sharedQuery(token, page));
  const isNowhere = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const data = isNowhere ? undefined : known;
  const toPage = (number: number) => `${sharedPath(token)}${number > 1 ? `?page=${number}` : ''}`;

  const content = () => {
    if (isNowhere) {
      return (
        <EmptyState icon={<Link2Off size={28} />} title="There is nothing to see by this link">
          <p>Its time may be over, or whoever made it has taken it back. Ask them for another.</p>
          <ButtonLink to="/public-gallery">Public Gallery</ButtonLink>
        </EmptyState>
      );
    }
    if (!data) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return <SharedSkeleton />;
    }
    return (
      <PagedList
        page={page}
        pages={data.pagination.pages}
        toPage={toPage}
        onApproach={(near) => void client.prefetchQuery(sharedQuery(token, near))}
        isOld={isPlaceholderData}
        className={styles.list}
        nothing={<EmptyState icon={<Images size={28} />} title="Nothing is in this collection now" />}
      >
        {data.kind === 'picture' ? <SharedPicture shared={data} /> : <SharedGrid shared={data} />}
      </PagedList>
    );
  };

  return (
    <Page
      title={isNowhere ? 'This link does not work' : data ? headingOf(data) : 'Shared with you'}
      lead={data && <Lead shared={data} />}
    >
      {content()}
    </Page>
  );
}

/** Its pictures are counted where all of them are on this page: one may have several images. */
const Lead = ({ shared: { kind, author, images, pagination, expires_at: end } }: { shared: Shared }) => (
  <span className={styles.lead}>
    {author && <AuthorLink author={author} />}
    {kind === 'collection' && pagination.pages === 1 && <span>{counted(images.length, 'picture')}</span>}
    <span>{`Shared until ${dateAndTime(end)}`}</span>
  </span>
);

/** Of one picture every image, large. */
function SharedPicture({ shared: { images } }: { shared: Shared }) {
  const { Report } = useImageDeals();
  const [first] = images;
  return (
    <>
      <div className={styles.pictures}>
        {images.map((image, index) => (
          <div key={image.id} className={[styles.fit, ratioClass(image)].join(' ')}>
            <Picture
              src={image.image_url}
              alt={nameOf(index, images)}
              width={image.width}
              height={image.height}
              thumbhash={image.thumbhash}
              eager={index === 0}
            />
          </div>
        ))}
      </div>
      {first && (
        <div>
          <Report what={reported(first)} />
        </div>
      )}
    </>
  );
}

const nameOf = (index: number, images: readonly Image[]): string => `Image ${index + 1} of ${images.length}`;

function SharedGrid({ shared }: { shared: Shared }) {
  const { Report } = useImageDeals();
  const { images } = shared;
  const { viewed, view, close } = useViewed();
  const opened = images.findIndex(({ id }) => id === viewed);
  const picture = images[opened];
  return (
    <>
      {/* The arrow keys go from picture to picture; every one can be reached without them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={moveByArrows}>
        <JustifiedGrid
          {...layout}
          label="Shared pictures"
          className={styles.grid}
          items={images}
          ratioOf={({ width, height }) => width / height}
          keyOf={({ id }) => id}
        >
          {(image, tile, index) => (
            <button
              {...TILE}
              type="button"
              className={styles.tile}
              aria-label={`Open: ${nameOf(index, images)}`}
              style={{ width: tile.pictureWidthPx, height: tile.heightPx }}
              onClick={() => view(image.id)}
            >
              <Picture
                src={image.thumbnail_url}
                sources={sourcesOf(image, `${tile.pictureWidthPx}px`)}
                alt=""
                width={image.width}
                height={image.height}
                thumbhash={image.thumbhash}
                eager={index < EAGER}
                shape="filled"
              />
            </button>
          )}
        </JustifiedGrid>
      </div>
      {picture && (
        <Lightbox
          picture={picture}
          alt={nameOf(opened, images)}
          index={opened}
          count={images.length}
          onMove={(by) => view(images[opened + by]?.id ?? picture.id)}
          onClose={close}
        >
          <p className={styles.subject}>{headingOf(shared)}</p>
          <Lead shared={shared} />
          <Report what={reported(picture)} />
        </Lightbox>
      )}
    </>
  );
}

const LIKELY_RATIOS = [1, 16 / 9, 3 / 4, 1, 4 / 3, 1, 2 / 3, 1];

const SharedSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <div aria-hidden="true">
      <JustifiedGrid
        {...layout}
        label="Loading"
        className={styles.grid}
        items={LIKELY_RATIOS}
        ratioOf={(ratio) => ratio}
        keyOf={(_, index) => String(index)}
      >
        {(_, tile) => <Skeleton style={{ height: tile.heightPx }} />}
      </JustifiedGrid>
    </div>
  </div>
);
