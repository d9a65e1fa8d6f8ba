import { CloudOff } from 'lucide-react';
import styles from './frame.module.css';

/** Above the page rather than in it, so that nothing moves when the connection goes. */
export function OfflineSign({ online }: { online: boolean }) {
  return (
    <p className={styles.offline} role="status">
      {!online && (
        <span>
          <CloudOff size={20} aria-hidden="true" />
          You are offline. What you see may be old.
        </span>
      )}
    </p>
  );
}
