import { UPLOAD_MAX_BYTES } from '@easel/contracts/uploads/policy';
import { ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { useSending } from './sending.ts';
import styles from './upload-drop.module.css';
import { UPLOAD_TYPES } from './uploads.ts';

const MAX_MB = UPLOAD_MAX_BYTES / 1024 / 1024;

/** Uploads chosen or dropped files, and lists failed ones with their reasons. */
export function UploadDrop() {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const { send, failed, progress } = useSending();
  return (
    <div className={styles.sending}>
      <label className={styles.drop} data-over={isOver}>
        <ImageUp size={28} aria-hidden="true" />
        <span className={styles.title}>Choose pictures, or drop them here</span>
        <span className={styles.note} id={id}>
          {`PNG, JPEG, WebP or AVIF, up to ${MAX_MB} MB each. Only you see them; where and how they were taken is removed.`}
        </span>
        <input
          type="file"
          multiple
          className={styles.input}
          aria-label="Pictures to upload"
          aria-describedby={id}
          disabled={progress !== null}
          // The input covers the whole field, so that it receives dropped files.
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          accept={UPLOAD_TYPES}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Allow choosing the same files again.
            event.target.value = '';
            void send(files);
          }}
        />
      </label>
      <p role="status" className={styles.progress}>
        {progress && `Uploading ${progress.done + 1} of ${progress.all}`}
      </p>
      {failed.length > 0 && (
        <ul className={styles.failed} aria-label="Not uploaded">
          {failed.map(({ id: key, name, reason }) => (
            <li key={key}>
              <Notice kind="problem">
                <strong className={styles.name}>{name}</strong> {reason}
              </Notice>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
