import { messageOf } from '@easel/contracts/kernel/client/api-error';
import type { Upload } from '@easel/contracts/uploads/http';
import { UPLOAD_MAX_BYTES } from '@easel/contracts/uploads/policy';
import { useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { UploadButton } from '../uploads/upload-button.tsx';
import { useSendUpload } from '../uploads/uploads.ts';
import styles from './reference-picker.module.css';

const MAX_MB = UPLOAD_MAX_BYTES / 1024 / 1024;

/** Uploads dropped files, or one that is chosen. */
export function UploadDrop({ onUploaded }: { onUploaded: (upload: Upload) => void }) {
  const { mutateAsync } = useSendUpload();
  const [isOver, setIsOver] = useState(false);
  const sendAll = async (files: readonly File[]) => {
    for (const file of files) {
      // Send files one at a time, so that each has the full bandwidth.
      await mutateAsync({ file }).then(onUploaded, (error: unknown) =>
        toast.error(`${file.name}: ${messageOf(error, 'The file could not be uploaded. Please try again.')}`),
      );
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button in it does the same
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void sendAll([...event.dataTransfer.files]);
      }}
    >
      <UploadButton onUploaded={onUploaded} />
      <p className={styles.note}>
        {`Or drop files here: PNG, JPEG, WebP or AVIF, up to ${MAX_MB} MB each. Only you see them.`}
      </p>
    </div>
  );
}
