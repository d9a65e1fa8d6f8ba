import { PageLink } from '../../ui/page-link.tsx';
import styles from './analytics.module.css';
import { toRange, type Range } from './days.ts';

export function RangeLinks({ ranges, current }: { ranges: readonly Range[]; current: Range }) {
  return (
    <nav aria-label="Days" className={styles.ranges}>
      {ranges.map((range) => (
        <PageLink key={range} to={toRange(range)} replace aria-current={range === current ? 'page' : undefined}>
          {`${range} days`}
        </PageLink>
      ))}
    </nav>
  );
}
