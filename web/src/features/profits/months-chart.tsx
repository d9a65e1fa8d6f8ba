import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDollars } from '../../lib/dollars.ts';
import { ChartKey, Hatching, patternOf } from '../analytics/chart-patterns.tsx';
import { axis, tooltip } from '../analytics/chart-style.ts';
import { shortMonth, wholeMonth, type ChartedMonth } from './charted-months.ts';

const CURATOR = 'curator-hatching';
const downloads = { name: 'Downloads', fill: 'var(--accent)' };
const curator = { name: 'Sales as a curator', fill: patternOf(CURATOR), stroke: 'var(--success)' };
const challenges = { name: 'Challenges', fill: 'var(--surface-1)', stroke: 'var(--ink)' };

/** A shorter axis would have two marks with the same cents. */
const LEAST_DOLLARS = 0.04;
const upTo = (highest: number): number => Math.max(highest, LEAST_DOLLARS);

/** Earnings by month with stacked sources, in dollars of a payout. */
export default function MonthsChart({ months }: { months: readonly ChartedMonth[] }) {
  return (
    <>
      <ChartKey marks={[downloads, curator, challenges]} />
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...months]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          title="Earned in each month by source; the table has the same figures"
        >
          <Hatching id={CURATOR} color="var(--success)" />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="month" tickFormatter={shortMonth} minTickGap={8} height={22} {...axis} />
          <YAxis tickFormatter={formatDollars} domain={[0, upTo]} width={64} {...axis} />
          <Tooltip
            {...tooltip}
            labelFormatter={(month) => (typeof month === 'string' ? wholeMonth(month) : null)}
            formatter={(value) => formatDollars(Number(value))}
          />
          <Bar dataKey="downloads" stackId="earned" {...downloads} isAnimationActive={false} maxBarSize={32} />
          <Bar dataKey="curator" stackId="earned" {...curator} isAnimationActive={false} maxBarSize={32} />
          <Bar dataKey="challenges" stackId="earned" {...challenges} isAnimationActive={false} maxBarSize={32} />
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}
