import { Skeleton } from '../../ui/skeleton.tsx';
import { ratioClass } from '../../ui/ratio.ts';
import styles from './public-grid.module.css';

const LIKELY = [
  [1, 1],
  [16, 9],
  [3, 4],
  [1, 1],
  [4, 3],
  [1, 1],
  [2, 3],
  [1, 1],
  [16, 9],
  [1, 1],
  [3, 2],
  [1, 1],
] as const;

/** The grid before anything is known. */
export function PublicGridSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <ul className={styles.grid} data-open="true" aria-hidden="true">
        {LIKELY.map(([width, height], index) => (
          <li key={index} className={ratioClass({ width, height })}>
            <Skeleton className={styles.blank} />
            <span className={styles.words} />
          </li>
        ))}
      </ul>
    </div>
  );
}
