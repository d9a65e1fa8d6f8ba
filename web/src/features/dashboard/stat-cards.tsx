import { formatNumber } from '../../lib/figures.ts';
import { Figure, Figures } from '../../ui/figures.tsx';
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
    <Figures busy={stats === 'pending'}>
      <Figure name="Total Generations" value={figure(known?.totalGenerations)} />
      <Figure name="This Month" value={figure(known?.thisMonth)} />
      <Figure name="Success Rate" value={figure(known?.successRate, ' %')} />
      <Figure name="Downloads" value={figure(known?.totalDownloads)} />
    </Figures>
  );
}
