import type { MonthFigures } from '@easel/contracts/curators/http';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDollars } from '../../lib/dollars.ts';
import { axis, tooltip } from '../analytics/chart-style.ts';
import { monthText, shortMonth } from './months.ts';

/** The share of each month. The table has the other figures. */
export default function FiguresChart({ months }: { months: readonly MonthFigures[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={[...months]}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        title="Your share by month; the table has the same figures"
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="month" tickFormatter={shortMonth} minTickGap={8} height={22} {...axis} />
        <YAxis tickFormatter={formatDollars} width={72} {...axis} />
        <Tooltip
          {...tooltip}
          labelFormatter={(month) => (typeof month === 'string' ? monthText(month) : null)}
          formatter={(value) => formatDollars(Number(value))}
        />
        <Bar dataKey="share" name="Your share" fill="var(--accent)" isAnimationActive={false} maxBarSize={36} />
      </BarChart>
    </ResponsiveContainer>
  );
}
