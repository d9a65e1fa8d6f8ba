import { PAYOUT_CENTS_PER_CREDIT } from '@easel/contracts/earnings/policy';
import type { EarnedBySource, EarnedMonth } from '@easel/contracts/earnings/profits.http';
import { lazy } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { formatNumber } from '../../lib/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { ChartFrame } from '../analytics/chart-frame.tsx';
import { chartedMonths, wholeMonth } from './charted-months.ts';
import { earnedText, sourceName } from './earned-words.ts';
import table from '../../ui/price-table.module.css';
import styles from './profits.module.css';

const HEIGHT_PX = 220;

const MonthsChart = lazy(() => import('./months-chart.tsx'));

interface SourcesPanelProps {
  sources: readonly EarnedBySource[];
  /** The newest first. */
  months: readonly EarnedMonth[];
}

/** Earnings by source and month. */
export function SourcesPanel({ sources, months }: SourcesPanelProps) {
  const now = useNow();
  return (
    <Panel
      title="What you earned"
      note={`In the chart and in the last column, a credit counts as the ${PAYOUT_CENTS_PER_CREDIT} cents that a payout pays for it. Months are in UTC.`}
    >
      <div className={styles.scroller}>
        <table className={`${table.table} ${table.endsInSums}`}>
          <caption>Since the beginning, by source</caption>
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col">Times</th>
              <th scope="col">Earned</th>
              <th scope="col">Worth</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={sourceName(source)}>
                <th scope="row">{sourceName(source)}</th>
                <td>{formatNumber(source.sales)}</td>
                <td>{earnedText(source)}</td>
                <td>{formatDollars(source.worth)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ChartFrame
        heightPx={HEIGHT_PX}
        chart={<MonthsChart months={chartedMonths(months, now)} />}
        table={<MonthsTable months={months} />}
      />
    </Panel>
  );
}

const MonthsTable = ({ months }: { months: readonly EarnedMonth[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col">Downloads</th>
        <th scope="col">Curator</th>
        <th scope="col">Challenges</th>
      </tr>
    </thead>
    <tbody>
      {months.map(({ month, downloads, curator, challenges }) => (
        <tr key={month}>
          <th scope="row">{wholeMonth(month)}</th>
          <td>{earnedText(downloads)}</td>
          <td>{earnedText(curator)}</td>
          <td>{earnedText(challenges)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
