import { RefreshCw } from 'lucide-react';
import { newVersion } from '../lib/service-worker.ts';
import { useStore } from '../lib/store.ts';
import { Button } from '../ui/button.tsx';
import styles from './new-version.module.css';

/** Asks before a new version takes over: a reload that nobody wanted would lose what is typed. */
export function NewVersion() {
  const takeOver = useStore(newVersion);
  return (
    <div role="status">
      {takeOver && (
        <div className={styles.question}>
          <p>A new version is there</p>
          <Button look="primary" onClick={takeOver}>
            <RefreshCw size={20} aria-hidden="true" />
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
