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

/**
 * From a chart's end to that of what opens its table: whatever stands in its place is as high, so that nothing jumps.
 */
const TABLE_PX = 64;

interface InsteadProps {
  /** The chart's. */
  heightPx: number;
}

export const Waiting = ({ heightPx }: InsteadProps) => (
  <Skeleton className={styles.chart} style={{ height: heightPx + TABLE_PX }} />
);

/** What a panel says that has nothing to draw yet. */
export const NoData = ({ heightPx, children }: InsteadProps & { children: string }) => (
  <p className={styles.nothing} style={{ minHeight: heightPx + TABLE_PX }}>
    {children}
  </p>
);
