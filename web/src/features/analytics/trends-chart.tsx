import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../lib/figures.ts';
import type { Day } from './analytics-queries.ts';
import { ChartKey, Hatching, patternOf } from './chart-patterns.tsx';
import { axis, tooltip } from './chart-style.ts';
import { shortDay, wholeDay } from './days.ts';

const HATCHING = 'failed-hatching';
const completed = { name: 'Completed', fill: 'var(--accent)' };
const failed = { name: 'Failed', fill: patternOf(HATCHING), stroke: 'var(--danger)' };

/** What ended on each day: completed below, failed above it. */
export default function TrendsChart({ days }: { days: readonly Day[] }) {
  return (
    <>
      <ChartKey marks={[completed, failed]} />
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...days]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          title="Generation trends; the table has the same figures"
        >
          <Hatching id={HATCHING} color="var(--danger)" />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="date" tickFormatter={shortDay} minTickGap={16} height={22} {...axis} />
          <YAxis tickFormatter={formatNumber} allowDecimals={false} width={36} {...axis} />
          <Tooltip
            {...tooltip}
            labelFormatter={(date) => (typeof date === 'string' ? wholeDay(date) : null)}
            formatter={(value) => formatNumber(Number(value))}
          />
          <Bar dataKey="completed" {...completed} stackId="day" isAnimationActive={false} maxBarSize={28} />
          <Bar dataKey="failed" {...failed} stackId="day" isAnimationActive={false} maxBarSize={28} />
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}
