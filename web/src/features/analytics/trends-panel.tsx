import { lazy } from 'react';
import { formatNumber } from '../../lib/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Day } from './analytics-queries.ts';
import styles from './analytics.module.css';
import { ChartFrame, NoData, Waiting } from './chart-frame.tsx';
import { RANGES, wholeDay, type Range } from './days.ts';
import { RangeLinks } from './range-links.tsx';

const HEIGHT_PX = 240;

const TrendsChart = lazy(() => import('./trends-chart.tsx'));

interface TrendsPanelProps {
  range: Range;
  /** Undefined while they may still come. */
  days: readonly Day[] | undefined;
}

/** spec: public-and-commerce §2.10 "Generation Trends". */
export function TrendsPanel({ range, days }: TrendsPanelProps) {
  const isEmpty = days?.every(({ total, completed, failed }) => total + completed + failed === 0);
  return (
    <Panel
      title="Generation Trends"
      note={`Requests of the last ${range} days, further variants among them, by the day in UTC`}
      actions={<RangeLinks ranges={RANGES} current={range} />}
      className={styles.trends}
    >
      {!days && <Waiting heightPx={HEIGHT_PX} />}
      {days && isEmpty && <NoData heightPx={HEIGHT_PX}>No data available yet</NoData>}
      {days && !isEmpty && (
        <ChartFrame heightPx={HEIGHT_PX} chart={<TrendsChart days={days} />} table={<DaysTable days={days} />} />
      )}
    </Panel>
  );
}

/** The newest first; days on which nothing was asked for or ended are left out. */
function DaysTable({ days }: { days: readonly Day[] }) {
  const busy = days.filter(({ total, completed, failed }) => total + completed + failed > 0).toReversed();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Requested</th>
          <th scope="col">Completed</th>
          <th scope="col">Failed</th>
        </tr>
      </thead>
      <tbody>
        {busy.map(({ date, total, completed, failed }) => (
          <tr key={date}>
            <th scope="row">{wholeDay(date)}</th>
            <td>{formatNumber(total)}</td>
            <td>{formatNumber(completed)}</td>
            <td>{formatNumber(failed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
