import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { lazy, Suspense, useEffect, useState } from 'react';
import { onHowToCompete } from './how-to-compete-event.ts';

const loadDialog = () => import('./how-to-compete-dialog.tsx');
const HowToCompeteDialog = lazy(loadDialog);

/** Opens the dialog on the event, and loads its code then. */
export function HowToCompete() {
  const [kind, setKind] = useState<ChallengeKind | null>(null);
  useEffect(() => onHowToCompete(setKind), []);
  if (kind === null) return null;
  return (
    <Suspense>
      <HowToCompeteDialog kind={kind} onClose={() => setKind(null)} />
    </Suspense>
  );
}
