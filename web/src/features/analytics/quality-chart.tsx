import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../lib/figures.ts';
import { axis } from './chart-style.ts';
import type { Share } from './shares.ts';

const WHOLE = 100;

/** A bar for each size, as long as its share of all images. */
export default function QualityChart({ shares }: { shares: readonly Share[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        layout="vertical"
        data={[...shares]}
        margin={{ top: 0, right: 56, bottom: 0, left: 0 }}
        title="Quality distribution; the table has the same figures"
      >
        <XAxis type="number" domain={[0, WHOLE]} hide />
        <YAxis type="category" dataKey="resolution" width={36} {...axis} />
        <Bar dataKey="percent" name="Share" fill="var(--accent)" isAnimationActive={false} maxBarSize={36} radius={3}>
          <LabelList
            dataKey="percent"
            position="right"
            fill="var(--ink)"
            fontSize={12}
            formatter={(percent) => `${formatNumber(Number(percent))} %`}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
