import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../lib/figures.ts';
import type { Day } from './analytics-queries.ts';
import { ChartKey, FAILED, patternOf, Patterns } from './chart-patterns.tsx';
import { axis, tooltip } from './chart-style.ts';
import { shortDay, wholeDay } from './days.ts';

/** What ended on each day: completed below, failed above it. */
export default function TrendsChart({ days }: { days: readonly Day[] }) {
  return (
    <>
      <ChartKey />
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...days]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          title="Generation trends; the table has the same figures"
        >
          <Patterns />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="date" tickFormatter={shortDay} minTickGap={16} height={22} {...axis} />
          <YAxis tickFormatter={formatNumber} allowDecimals={false} width={36} {...axis} />
          <Tooltip
            {...tooltip}
            labelFormatter={(date) => (typeof date === 'string' ? wholeDay(date) : null)}
            formatter={(value) => formatNumber(Number(value))}
          />
          <Bar
            dataKey="completed"
            name="Completed"
            stackId="day"
            fill="var(--accent)"
            isAnimationActive={false}
            maxBarSize={28}
          />
          <Bar
            dataKey="failed"
            name="Failed"
            stackId="day"
            fill={patternOf(FAILED)}
            stroke="var(--danger)"
            isAnimationActive={false}
            maxBarSize={28}
          />
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}
