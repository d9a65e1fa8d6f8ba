import { formatNumber } from '../../lib/figures.ts';
import { Figure, Figures } from '../../ui/figures.tsx';
import { overviewNotes } from './overview-query.ts';
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
  const notes = overviewNotes(known);
  return (
    <Figures busy={stats === 'pending'}>
      <Figure name="Total Generations" value={figure(known?.totalGenerations)} note={notes.total} />
      <Figure name="This Month" value={figure(known?.thisMonth)} />
      <Figure name="Success Rate" value={figure(known?.successRate, ' %')} note={notes.rate} />
      <Figure name="Downloads" value={figure(known?.totalDownloads)} note={notes.downloads} />
    </Figures>
  );
}
