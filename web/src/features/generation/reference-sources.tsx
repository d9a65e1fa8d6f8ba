import { generationHttp } from '@easel/contracts/generation/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { uploadsHttp, type Upload } from '@easel/contracts/uploads/http';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { askedAs } from '../images/image-details.ts';
import { referenceOf, type Reference } from '../images/reference.ts';
import { UploadDrop } from '../uploads/upload-drop.tsx';
import styles from './reference-picker.module.css';

export interface SourceProps {
  isChosen: (reference: Reference) => boolean;
  /** The limit is reached. */
  isFull: boolean;
  onAdd: (reference: Reference) => void;
  onRemove: (reference: Reference) => void;
}

/** Page size. */
const PART = 24;

const nextPage = ({ pagination: { page, pages } }: { pagination: { page: number; pages: number } }) =>
  page < pages ? page + 1 : undefined;

const ownQuery = infiniteQueryOptions({
  queryKey: ['generations', 'references'],
  queryFn: ({ pageParam, signal }) =>
    call(generationHttp.list, { query: { page: pageParam, limit: PART } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** Lists the member's own images, newest first. */
export function OwnPictures(props: SourceProps) {
  const read = useInfiniteQuery(ownQuery);
  const pictures = read.data?.pages.flatMap(({ generations }) =>
    generations.flatMap((generation) =>
      generation.variants.flatMap((_, index) => referenceOf(askedAs(generation, index), index) ?? []),
    ),
  );
  return <Pictures {...props} read={read} pictures={pictures} none="You have not made any pictures yet." />;
}

const boughtQuery = infiniteQueryOptions({
  queryKey: ['purchases', 'references'],
  queryFn: ({ pageParam, signal }) => call(purchasesHttp.own, { query: { page: pageParam, limit: PART } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** Lists bought pictures. */
export function BoughtPictures(props: SourceProps) {
  const read = useInfiniteQuery(boughtQuery);
  const pictures = read.data?.pages.flatMap(({ items, titles }) =>
    items.map(({ variantId: id, generationId: generation_id, thumbnail_url, width, height, thumbhash }): Reference => {
      const name = titles[id] ?? titles[generation_id] ?? 'A bought picture';
      return { kind: 'image', id, generation_id, name, thumbnail_url, width, height, thumbhash };
    }),
  );
  const once = pictures && [...new Map(pictures.map((one) => [one.id, one])).values()];
  return (
    <>
      <p className={styles.note}>
        A bought picture can be used if its maker lets others remix it. This is checked before anything is charged.
      </p>
      <Pictures {...props} read={read} pictures={once} none="You have not bought any pictures yet." />
    </>
  );
}

const uploadsQuery = infiniteQueryOptions({
  queryKey: ['uploads', 'references'],
  queryFn: ({ pageParam, signal }) => call(uploadsHttp.list, { query: { page: pageParam, limit: PART } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** Lists the member's uploads, and uploads more. */
export function UploadedPictures(props: SourceProps) {
  const read = useInfiniteQuery(uploadsQuery);
  const pictures = read.data?.pages.flatMap(({ uploads }) => uploads.map(referenceOfUpload));
  return (
    <>
      <UploadDrop
        isSmall
        kept={read.data?.pages[0]?.pagination.total}
        onUploaded={(upload) => props.onAdd(referenceOfUpload(upload))}
      />
      <Pictures {...props} read={read} pictures={pictures} none="You have not uploaded any pictures yet." />
    </>
  );
}

const referenceOfUpload = ({ id, file_name, thumbnail_url, width, height, thumbhash }: Upload): Reference => ({
  kind: 'upload',
  id,
  name: file_name === '' ? 'An uploaded picture' : file_name,
  thumbnail_url,
  width,
  height,
  thumbhash,
});

interface PicturesProps extends SourceProps {
  read: {
    isError: boolean;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** Undefined while loading. */
  pictures: readonly Reference[] | undefined;
  none: string;
}

/** Shows a grid of pictures to choose from. */
function Pictures({ read, pictures, none, isChosen, isFull, onAdd, onRemove }: PicturesProps) {
  if (!pictures) {
    if (read.isError) return <FailedState error={read.error} onRetry={() => void read.refetch()} />;
    return <Skeleton style={{ height: 240 }} />;
  }
  if (pictures.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <>
      <ul className={styles.pictures}>
        {pictures.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.picture}
              aria-pressed={isChosen(one)}
              aria-label={one.name}
              title={one.name}
              disabled={isFull && !isChosen(one)}
              onClick={() => (isChosen(one) ? onRemove : onAdd)(one)}
            >
              <Thumbnail image={one} />
              {isChosen(one) && <Check size={20} className={styles.mark} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
      {read.hasNextPage && (
        <Button className={styles.more} busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
