import type { Upload } from '@easel/contracts/uploads/http';
import { useQueryClient } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../lib/figures.ts';
import { focusHeading } from '../../lib/focus.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { Time } from '../../ui/time.tsx';
import { UploadDrop } from './upload-drop.tsx';
import styles from './uploads-section.module.css';
import { uploadsQuery, useDeleteUpload, useUploads } from './uploads.ts';

interface UploadsSectionProps {
  /** Page number of the address, from 1. */
  page: number;
  toPage: (page: number) => string;
}

/** Lists a member's uploads; they can add and delete uploads here. */
export default function UploadsSection({ page, toPage }: UploadsSectionProps) {
  const { data } = useUploads(page);
  return (
    <>
      <UploadDrop kept={data?.pagination.total} />
      <Listed page={page} toPage={toPage} />
    </>
  );
}

function Listed({ page, toPage }: UploadsSectionProps) {
  const client = useQueryClient();
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useUploads(page);
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <UploadsSkeleton />;
  }
  const { uploads, pagination } = data;
  return (
    <>
      {pagination.total > 0 && (
        <p className={styles.total} role="status">
          {counted(pagination.total, 'upload')}
        </p>
      )}
      <PagedList
        page={page}
        pages={pagination.pages}
        toPage={toPage}
        onApproach={(near) => void client.prefetchQuery(uploadsQuery(near))}
        isOld={isPlaceholderData}
        className={styles.list}
        nothing={
          <EmptyState icon={<ImageUp size={28} />} title="No uploads yet">
            <p>Upload pictures to use them as references in the generator.</p>
          </EmptyState>
        }
      >
        <ul className={styles.grid} aria-label="Your uploads">
          {uploads.map((upload) => (
            <UploadCard key={upload.id} upload={upload} />
          ))}
        </ul>
      </PagedList>
    </>
  );
}

/** Returns the name to show; some uploads have no file name. */
const nameOf = ({ file_name: name }: Upload): string => name || 'Unnamed picture';

function UploadCard({ upload }: { upload: Upload }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteUpload();
  const name = nameOf(upload);
  return (
    <li className={styles.card}>
      <Thumbnail image={upload} />
      <div className={styles.about}>
        <p className={styles.name} title={name}>
          {name}
        </p>
        <p className={styles.note}>
          <span>{`${upload.width} × ${upload.height} px`}</span>
          <Time iso={upload.uploaded_at} />
        </p>
        <IconButton label={`Delete ${name}`} className={styles.delete} onClick={() => setIsAsking(true)}>
          <Trash2 size={20} />
        </IconButton>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete this upload?"
          action="Delete"
          busy={remove.isPending}
          onConfirm={() => remove.run(upload, focusHeading)}
          onClose={() => remove.isPending || setIsAsking(false)}
        >
          <p className={styles.note}>
            {`${name} is deleted from our servers. Pictures that were made with it stay as they are.`}
          </p>
        </ConfirmDialog>
      )}
    </li>
  );
}

const UploadsSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <div className={styles.grid} aria-hidden="true">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={styles.card}>
          <Skeleton className={styles.blank} />
          <Skeleton style={{ height: 16, width: '60%' }} />
        </div>
      ))}
    </div>
  </div>
);
