import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../lib/figures.ts';
import type { Day } from './analytics-queries.ts';
import { ChartKey, Hatching, patternOf } from './chart-patterns.tsx';
import { axis, tooltip } from './chart-style.ts';
import { shortDay, wholeDay } from './days.ts';

const HATCHING = 'earned-hatching';
const spent = { name: 'Credits spent', fill: 'var(--accent)' };
const earned = { name: 'Credits earned', fill: patternOf(HATCHING), stroke: 'var(--success)' };

/** Credits of each day beside each other; the dollars are in the table. */
export default function CreditsChart({ days }: { days: readonly Day[] }) {
  return (
    <>
      <ChartKey marks={[spent, earned]} />
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...days]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          title="Credits spent and earned; the table has the same figures"
        >
          <Hatching id={HATCHING} color="var(--success)" />
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="date" tickFormatter={shortDay} minTickGap={16} height={22} {...axis} />
          <YAxis tickFormatter={formatNumber} width={44} {...axis} />
          <Tooltip
            {...tooltip}
            labelFormatter={(date) => (typeof date === 'string' ? wholeDay(date) : null)}
            formatter={(value) => formatNumber(Number(value))}
          />
          <Bar dataKey="creditsSpent" {...spent} isAnimationActive={false} maxBarSize={14} />
          <Bar dataKey="creditsEarned" {...earned} isAnimationActive={false} maxBarSize={14} />
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}
