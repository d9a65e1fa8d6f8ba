import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './studio.module.css';

/** Heights of what the form shows first. */
const BLOCKS_PX = [44, 162, 44, 44, 76, 46, 44, 130];

/** The studio before the member's preferences are known. */
export function StudioSkeleton() {
  return (
    <div className={styles.studio} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div className={styles.side} aria-hidden="true">
        {BLOCKS_PX.map((height, index) => (
          <Skeleton key={index} style={{ height, flexShrink: 0 }} />
        ))}
      </div>
      <div className={styles.results} aria-hidden="true">
        <ResultsSkeleton />
      </div>
    </div>
  );
}

/** Where the results will stand. */
export const ResultsSkeleton = () => <Skeleton style={{ height: 'min(60vh, 560px)' }} />;
