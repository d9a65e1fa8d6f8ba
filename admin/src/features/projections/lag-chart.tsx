import Box from '@mui/material/Box';
import { alpha, useTheme } from '@mui/material/styles';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { secondsText } from '../../ui/lag-texts.ts';
import type { stretches } from './use-lags.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

export default function LagChart({ stretches: data }: { stretches: ReturnType<typeof stretches> }) {
  const { palette } = useTheme();
  const quiet = { fontSize: 12, fill: palette.text.secondary };
  return (
    <Box sx={{ height: '100%', '& svg:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' } }}>
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart
          data={data}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          title="Lag; the table has the same figures"
        >
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis
            dataKey="at"
            tickFormatter={(at: number) => clock.format(at)}
            tick={quiet}
            stroke={palette.divider}
            minTickGap={32}
          />
          <YAxis
            tickFormatter={secondsText}
            tick={quiet}
            stroke={palette.divider}
            width={64}
            domain={[0, atLeastOne]}
          />
          <Tooltip
            separator=": "
            isAnimationActive={false}
            labelFormatter={(at) => (typeof at === 'number' ? `${clock.format(at)} UTC` : null)}
            formatter={(seconds) => secondsText(Number(seconds))}
            contentStyle={{
              background: palette.action.selected,
              border: `1px solid ${palette.divider}`,
              borderRadius: 8,
              color: palette.text.primary,
            }}
            itemStyle={{ color: palette.text.primary }}
          />
          <Area
            dataKey="seconds"
            name="Behind at most"
            stroke={palette.info.main}
            fill={alpha(palette.info.main, 0.2)}
            isAnimationActive={false}
            // A stretch between two in which nobody looked is a dot.
            dot={data.filter(({ seconds }) => seconds !== null).length < 3}
          />
        </AreaChart>
      </ResponsiveContainer>
    </Box>
  );
}

/** What is behind by a moment is drawn as a moment, not as high as the chart. */
const atLeastOne = (most: number): number => Math.max(1, most);
