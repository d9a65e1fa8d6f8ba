import { History } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Popover } from '../../ui/popover.tsx';

const HistoryList = lazy(() => import('./history-list.tsx'));

/** The last prompts of this browser, to begin from again. */
export function HistoryMenu({ onPick }: { onPick: (prompt: string) => void }) {
  return (
    <Popover label="Earlier prompts" icon={<History size={20} />}>
      {(close) => (
        <Suspense>
          <HistoryList onPick={onPick} close={close} />
        </Suspense>
      )}
    </Popover>
  );
}
