import { Sparkles } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useStore } from '../../lib/store.ts';
import type { Asker } from './asker.ts';
import styles from './nova-button.module.css';
import { novaOpen, openNova } from './nova-opening.ts';

const NovaPanel = lazy(() => import('./nova-panel.tsx'));

/** The assistant's button, in sight on every page of a member; all else comes when it is pressed. */
export function NovaButton({ asker }: { asker: Asker | undefined }) {
  const open = useStore(novaOpen);
  return (
    <>
      <button type="button" className={styles.nova} aria-expanded={open} onClick={openNova}>
        <Sparkles size={20} aria-hidden="true" />
        <span>Chat with Nova</span>
      </button>
      {open && (
        <Suspense>
          <NovaPanel asker={asker} />
        </Suspense>
      )}
    </>
  );
}
