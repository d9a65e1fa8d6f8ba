import type { Upload } from '@easel/contracts/uploads/http';
import { useState } from 'react';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { toast } from '../../ui/toast.tsx';
import { useSendUpload } from '../uploads/uploads.ts';
import styles from './reference-picker.module.css';

/** Where files are dropped, or chosen. */
export function UploadDrop({ onUploaded }: { onUploaded: (upload: Upload) => void }) {
  const send = useSendUpload();
  const [over, setOver] = useState(false);
  const sendAll = (files: Iterable<File>) => {
    for (const file of files) {
      void send.mutateAsync({ file, purpose: 'reference', name: file.name }).then(onUploaded, (error: unknown) => {
        toast.error(messageOf(error, `${file.name} could not be uploaded`));
      });
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button in it does the same
    <div
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        sendAll(event.dataTransfer.files);
      }}
    >
      <input
        type="file"
        aria-label="Upload a picture"
        accept="image/png,image/jpeg,image/webp,image/avif"
        onChange={(event) => {
          sendAll(event.target.files ?? []);
          event.target.value = '';
        }}
      />
      <p className={styles.note}>PNG, JPEG, WebP or AVIF up to 10 MB, or drop files here. Only you see them.</p>
    </div>
  );
}
