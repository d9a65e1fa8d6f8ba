import { ChevronRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import styles from './advanced-settings.module.css';
import type { Chosen } from './chosen.ts';
import type { GeneratorForm } from './generator-form.ts';

const load = () => import('./advanced-fields.tsx');
const AdvancedFields = lazy(load);

export interface AdvancedSettingsProps {
  form: UseFormReturn<GeneratorForm>;
  chosen: Chosen;
}

/** Settings that few orders need; their code comes when somebody opens them, or is about to. */
export function AdvancedSettings(props: AdvancedSettingsProps) {
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
