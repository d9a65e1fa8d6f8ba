import { formatNumber } from '../../lib/figures.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './stat-cards.module.css';
import { useStats } from './stats.ts';

const UNKNOWN = '–';

/** Total Generations, This Month, Success Rate, Downloads. */
export function StatCards() {
  const stats = useStats();
  const known = typeof stats === 'string' ? undefined : stats;
  const figure = (value: number | null | undefined, unit = '') => {
    if (stats === 'pending') return undefined;
    return value === null || value === undefined ? UNKNOWN : `${formatNumber(value)}${unit}`;
  };
  return (
    <dl className={styles.cards} aria-busy={stats === 'pending'}>
      <StatCard name="Total Generations" value={figure(known?.totalGenerations)} />
      <StatCard name="This Month" value={figure(known?.thisMonth)} />
      <StatCard name="Success Rate" value={figure(known?.successRate, ' %')} />
      <StatCard name="Downloads" value={figure(known?.totalDownloads)} />
    </dl>
  );
}

/** Undefined while it may still come. */
function StatCard({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div className={styles.card}>
      <dt>{name}</dt>
      <dd>{value ?? <Skeleton style={{ width: '3ch', height: '1.2em' }} />}</dd>
    </div>
  );
}
