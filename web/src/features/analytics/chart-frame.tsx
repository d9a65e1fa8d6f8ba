import { Suspense, type ReactNode } from 'react';
import { OnceNear } from '../../ui/once-near.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './analytics.module.css';

interface ChartFrameProps {
  heightPx: number;
  /** Draws it; its code is fetched when it is nearly in view. */
  chart: ReactNode;
  /** The same figures. */
  table: ReactNode;
}

/** A chart, and the table behind it, which is there first. */
export function ChartFrame({ heightPx, chart, table }: ChartFrameProps) {
  const style = { height: heightPx };
  const waiting = <Skeleton className={styles.chart} style={style} />;
  return (
    <>
      <OnceNear placeholder={waiting}>
        <Suspense fallback={waiting}>
          <div className={styles.chart} style={style}>
            {chart}
          </div>
        </Suspense>
      </OnceNear>
      <details className={styles.figures}>
        <summary>Show the figures</summary>
        {table}
      </details>
    </>
  );
}

/** What a panel says that has nothing to draw yet. */
export const NoData = ({ children }: { children: string }) => <p className={styles.nothing}>{children}</p>;
