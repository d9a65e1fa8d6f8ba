import { uploadProblems, type Upload } from '@easel/contracts/uploads/http';
import { UPLOAD_MAX_BYTES, UPLOADS_MAX } from '@easel/contracts/uploads/policy';
import { ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { useSending } from './sending.ts';
import styles from './upload-drop.module.css';
import { UPLOAD_TYPES } from './uploads.ts';

const MAX_MB = UPLOAD_MAX_BYTES / 1024 / 1024;
const ignore = () => {};

interface UploadDropProps {
  /** Number of the member's uploads; undefined while loading. */
  kept: number | undefined;
  /** For use in a dialog. */
  isSmall?: boolean;
  /** Called with each upload, even after this component unmounted: it must not rely on a rendered state. */
  onUploaded?: (upload: Upload) => void;
}

/** Uploads chosen or dropped files, and lists failed ones with their reasons. */
export function UploadDrop({ kept = 0, isSmall = false, onUploaded = ignore }: UploadDropProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const { send, failed, progress } = useSending(onUploaded);
  const isFull = kept >= UPLOADS_MAX;
  return (
    <div className={styles.sending}>
      <label className={styles.drop} data-over={isOver} data-small={isSmall} data-full={isFull}>
        <ImageUp size={isSmall ? 20 : 28} aria-hidden="true" />
        <span className={styles.title}>
          {!progress && <Invitation isFull={isFull} />}
          <span role="status">{progress && `Uploading ${progress.done + 1} of ${progress.all}`}</span>
        </span>
        <span className={styles.note} id={id}>
          {isFull
            ? uploadProblems.full.message
            : `PNG, JPEG, WebP or AVIF, up to ${MAX_MB} MB each. Only you see them; a provider gets those you send along. Location and camera data are removed.`}
        </span>
        <input
          type="file"
          multiple
          className={styles.input}
          aria-label="Pictures to upload"
          aria-describedby={id}
          disabled={isFull || progress !== null}
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

const Invitation = ({ isFull }: { isFull: boolean }) => {
  if (isFull) return 'No more can be uploaded';
  return (
    <>
      Choose pictures<span className={styles.dropping}>, or drop them here</span>
    </>
  );
};
