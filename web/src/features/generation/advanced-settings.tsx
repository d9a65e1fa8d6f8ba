import { ChevronRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { StudioFieldProps } from './chosen.ts';
import styles from './advanced-settings.module.css';

const load = () => import('./advanced-fields.tsx');
const AdvancedFields = lazy(load);

/** Settings that few orders need; their code comes when somebody opens them, or is about to. */
export function AdvancedSettings(props: StudioFieldProps) {
  const [opened, setOpened] = useState(false);
  const prepare = () => void load().catch(() => {});
  return (
    <details
      className={styles.advanced}
      onToggle={({ currentTarget: self }) => {
        if (!self.open) return;
        setOpened(true);
        // What it holds is below the edge of a short window.
        self.scrollIntoView({ block: 'start' });
      }}
    >
      <summary onPointerEnter={prepare} onFocus={prepare}>
        <ChevronRight size={20} aria-hidden="true" />
        Advanced
      </summary>
      {opened && (
        <Suspense>
          <AdvancedFields {...props} />
        </Suspense>
      )}
    </details>
  );
}
