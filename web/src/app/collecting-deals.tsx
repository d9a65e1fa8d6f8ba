import type { Generation } from '@easel/contracts/generation/http';
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { CollectingContext, type Collecting, type WantedShare } from '../features/images/collecting.ts';
import { useIsSignedIn } from '../features/members/session.ts';

const CollectDialog = lazy(() =>
  import('../features/collections/collect-dialog.tsx').then((module) => ({ default: module.CollectDialog })),
);
const ShareDialog = lazy(() =>
  import('../features/shares/share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);

interface Wanted {
  collect?: { generations: readonly Generation[]; onDone: () => void };
  share?: WantedShare;
  /** Where in the history: a link in the dialog closes it, and so does Back. */
  at: string;
}

/**
 * Lets every page put own pictures into collections and share them by links; the dialogs' code comes when somebody
 * does.
 */
export function CollectingDeals({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const here = useRef(key);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const signedIn = useIsSignedIn();
  const close = () => setWanted(null);

  useLayoutEffect(() => {
    here.current = key;
  }, [key]);

  const collecting = useMemo<Collecting>(
    () => ({
      openCollect: (generations, onDone = () => {}) =>
        setWanted({ collect: { generations, onDone }, at: here.current }),
      openShareLink: (share) => setWanted({ share, at: here.current }),
    }),
    [],
  );

  const open = wanted?.at === key && signedIn ? wanted : undefined;
  return (
    <CollectingContext value={collecting}>
      {children}
      <Suspense>
        {open?.collect && (
          <CollectDialog
            generations={open.collect.generations}
            onDone={() => {
              close();
              open.collect?.onDone();
            }}
            onClose={close}
          />
        )}
        {open?.share && <ShareDialog what={open.share} onClose={close} />}
      </Suspense>
    </CollectingContext>
  );
}
