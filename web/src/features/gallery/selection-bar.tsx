import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { counted } from '../../lib/figures.ts';
import type SelectionActions from './selection-actions.tsx';
import styles from './selection-bar.module.css';
import { useSelection } from './selection.ts';

const LateActions = lazy(() => import('./selection-actions.tsx'));

/** At the foot of the window while anything is chosen: what can be done with all of it, which comes with the first. */
export function SelectionBar(props: ComponentProps<typeof SelectionActions>) {
  const { chosen } = useSelection();
  const [wanted, setWanted] = useState(false);
  if (chosen.size > 0 && !wanted) setWanted(true);
  return (
    <>
      <div className={styles.live} role="status">
        {chosen.size > 0 && `${counted(chosen.size, 'generation')} selected`}
      </div>
      {wanted && (
        <Suspense>
          <LateActions {...props} />
        </Suspense>
      )}
    </>
  );
}
