import { MessageCircle } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from '../../lib/store.ts';
import type { Asker } from './asker.ts';
import styles from './nova-button.module.css';
import { novaOpen, novaOpener, openNova } from './nova-opening.ts';

const NovaPanel = lazy(() => import('./nova-panel.tsx'));

/** The assistant's button, in sight on every page of a member; all else comes when it is pressed. */
export function NovaButton({ asker }: { asker: Asker | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  const open = useStore(novaOpen);
  const close = () => {
    flushSync(() => novaOpen.set(false));
    (novaOpener() ?? button.current)?.focus();
  };
  return (
    <>
      <button ref={button} type="button" className={styles.nova} aria-expanded={open} onClick={openNova}>
        <MessageCircle size={20} aria-hidden="true" />
        <span>Chat with Nova</span>
      </button>
      {open && (
        <Suspense>
          <NovaPanel asker={asker} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
