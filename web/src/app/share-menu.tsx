import { Share2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Popover } from '../ui/popover.tsx';

const ShareList = lazy(() => import('./share-list.tsx'));

/** spec: member-experience §2 "Share popover". Shared addresses have the member's referral code. */
export function ShareMenu({ code }: { code: string }) {
  return (
    <Popover label="Share" icon={<Share2 size={20} />}>
      {(close) => (
        <Suspense>
          <ShareList code={code} onDone={close} />
        </Suspense>
      )}
    </Popover>
  );
}
