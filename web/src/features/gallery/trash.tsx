import type { Generation } from '@easel/contracts/generation/http';
import { imagePath } from '@easel/contracts/gallery/policy';
import { TRASH_DAYS } from '@easel/contracts/generation/policy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../lib/figures.ts';
import { focusHeading } from '../../lib/focus.ts';
import { useNow } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Picture } from '../../ui/picture.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { useDeleteForEver, useRestore } from './actions.ts';
import { ImageGridSkeleton } from './image-grid.tsx';
import { GALLERY_PAGE, trashQuery } from './own-images.ts';
import { daysLeft } from './days-left.ts';
import pageStyles from './gallery-page.module.css';
import styles from './trash.module.css';

/** What was deleted and can still be brought back. Small pictures of it are its owner's to see meanwhile. */
export default function Trash({ page, toPage }: { page: number; toPage: (page: number) => string }) {
  const client = useQueryClient();
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(trashQuery(page));
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <ImageGridSkeleton count={GALLERY_PAGE} />;
  }
  return (
    <PagedList
      page={page}
      pages={data.pagination.pages}
      toPage={toPage}
      onApproach={(near) => void client.prefetchQuery(trashQuery(near))}
      isOld={isPlaceholderData}
      className={pageStyles.list}
      nothing={
        <EmptyState icon={<Trash2 size={28} />} title="Your trash is empty">
          <p>{`What you delete stays here for ${TRASH_DAYS} days.`}</p>
        </EmptyState>
      }
    >
      <ul className={styles.list} aria-label="Deleted images">
        {data.items.map((generation) => (
          <TrashRow key={generation.id} generation={generation} />
        ))}
      </ul>
    </PagedList>
  );
}

function TrashRow({ generation }: { generation: Generation }) {
  const restore = useRestore();
  const removal = useDeleteForEver();
  const [isAsking, setIsAsking] = useState(false);
  const now = useNow();
  const [cover] = generation.variants;
  const left = daysLeft(generation.deleted_at ?? '', now);
  return (
    <li className={styles.row}>
      <span className={styles.picture}>
        {cover && (
          <Picture
            {...cover}
            src={imagePath(cover.id, { isPublic: false, thumbnail: true })}
            alt={generation.original_prompt}
            shape="filled"
          />
        )}
      </span>
      <div className={styles.about}>
        <p className={styles.prompt}>{generation.original_prompt}</p>
        <p className={styles.note}>
          {`${counted(generation.variant_count, 'image')} · ${left === 0 ? 'deleted for ever today' : `deleted for ever in ${counted(left, 'day')}`}`}
        </p>
      </div>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => setIsAsking(true)}>
          <Trash2 size={20} aria-hidden="true" />
          Delete for ever
        </Button>
        <Button busy={restore.isPending} onClick={() => restore.mutate(generation, { onSuccess: focusHeading })}>
          <Undo2 size={20} aria-hidden="true" />
          Restore
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={
            generation.variant_count > 1
              ? `Delete these ${generation.variant_count} images for ever?`
              : 'Delete this image for ever?'
          }
          action="Delete for ever"
          busy={removal.isPending}
          onConfirm={() => removal.mutate(generation, { onSuccess: focusHeading })}
          onClose={() => removal.isPending || setIsAsking(false)}
        >
          <p className={styles.note}>Nothing brings it back then. Who bought it keeps it.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
