import { formatNumber } from '../../lib/figures.ts';
import styles from './stat-cards.module.css';
import { useStats } from './stats.ts';

const UNKNOWN = '–';

/** Total Generations, This Month, Success Rate, Downloads. */
export function StatCards() {
  const stats = useStats();
  const figure = (value: number | null | undefined, unit = '') =>
    value === null || value === undefined ? UNKNOWN : `${formatNumber(value)}${unit}`;
  return (
    <dl className={styles.cards} aria-busy={stats === undefined}>
      <StatCard name="Total Generations" value={figure(stats?.totalGenerations)} />
      <StatCard name="This Month" value={figure(stats?.thisMonth)} />
      <StatCard name="Success Rate" value={figure(stats?.successRate, ' %')} />
      <StatCard name="Downloads" value={figure(stats?.totalDownloads)} />
    </dl>
  );
}

function StatCard({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.card}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
