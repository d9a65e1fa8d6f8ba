import { lazy } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits, formatNumber } from '../../lib/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Day } from './analytics-queries.ts';
import styles from './analytics.module.css';
import { ChartFrame, NoData, Waiting } from './chart-frame.tsx';
import { wholeDay, type Range } from './days.ts';

const HEIGHT_PX = 200;

const CreditsChart = lazy(() => import('./credits-chart.tsx'));

interface CreditsPanelProps {
  range: Range;
  /** Undefined while they may still come. */
  days: readonly Day[] | undefined;
}

/** What a member's pictures took, and what their sales brought. */
export function CreditsPanel({ range, days }: CreditsPanelProps) {
  const busy = days?.filter((day) => day.creditsSpent !== 0 || day.creditsEarned !== 0 || day.centsEarned !== 0);
  return (
    <Panel
      title="Credits and Earnings"
      note={`Of the last ${range} days, by the day in UTC`}
      className={styles.credits}
    >
      <p className={styles.sums}>{busy && busy.length > 0 && sumsOf(busy)}</p>
      {!busy && <Waiting heightPx={HEIGHT_PX} />}
      {busy?.length === 0 && <NoData heightPx={HEIGHT_PX}>No data available yet</NoData>}
      {days && busy && busy.length > 0 && (
        <ChartFrame heightPx={HEIGHT_PX} chart={<CreditsChart days={days} />} table={<CreditsTable days={busy} />} />
      )}
    </Panel>
  );
}

function sumsOf(days: readonly Day[]): string {
  const sum = (of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);
  const [spent, earned, cents] = [
    sum(({ creditsSpent }) => creditsSpent),
    sum(({ creditsEarned }) => creditsEarned),
    sum(({ centsEarned }) => centsEarned),
  ];
  return `Your pictures took ${formatCredits(spent)}. Sales and challenges brought you ${formatCredits(earned)} and ${formatDollars(cents / 100)}.`;
}

/** The newest first. */
function CreditsTable({ days }: { days: readonly Day[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Credits spent</th>
          <th scope="col">Credits earned</th>
          <th scope="col">Dollars earned</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, creditsSpent, creditsEarned, centsEarned }) => (
          <tr key={date}>
            <th scope="row">{wholeDay(date)}</th>
            <td>{formatNumber(creditsSpent)}</td>
            <td>{formatNumber(creditsEarned)}</td>
            <td>{formatDollars(centsEarned / 100)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
