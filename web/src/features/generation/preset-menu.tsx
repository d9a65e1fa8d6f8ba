import { Bookmark } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Popover } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PresetPanelProps } from './preset-panel.tsx';

const PresetPanel = lazy(() => import('./preset-panel.tsx'));

/** Settings that the member keeps under a name; their panel comes when it is opened. */
export function PresetMenu({ form, onApply }: PresetPanelProps) {
  return (
    <Popover label="Presets" icon={<Bookmark size={20} />}>
      {(close) => (
        <Suspense fallback={<Skeleton style={{ height: 44 }} />}>
          <PresetPanel
            form={form}
            onApply={(changes, message) => {
              close();
              onApply(changes, message);
            }}
          />
        </Suspense>
      )}
    </Popover>
  );
}
