import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import { useId } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { figureText, type Series, shortDay, wholeDay } from './days.ts';

interface Props {
  title: string;
  series: readonly Series[];
  days: readonly object[];
  text?: (value: number) => string;
  stacked?: boolean;
}

/** Days as bars. */
export default function DaysChart({ title, series, days, text = figureText, stacked = false }: Props) {
  const { palette } = useTheme();
  const marks = useId();
  const quiet = { fontSize: 12, fill: palette.text.secondary };
  const colorOf = ({ color }: Series) => palette[color].main;
  return (
    <Stack sx={{ height: '100%' }}>
      <Legend series={series} marks={marks} colorOf={colorOf} />
      <Box
        sx={{ flex: 1, minHeight: 0, '& svg:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' } }}
      >
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={days.map((day) => ({ ...day }))}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            barGap={1}
            title={`${title}; the table has the same figures`}
          >
            <CartesianGrid vertical={false} stroke={palette.divider} />
            <XAxis dataKey="day" tickFormatter={shortDay} tick={quiet} stroke={palette.divider} minTickGap={12} />
            <YAxis
              tickFormatter={(value: number) => text(value)}
              tick={quiet}
              stroke={palette.divider}
              allowDecimals={false}
              width={56}
            />
            <Tooltip
              separator=": "
              isAnimationActive={false}
              cursor={{ fill: palette.action.hover }}
              labelFormatter={(day) => (typeof day === 'string' ? wholeDay(day) : null)}
              formatter={(value) => text(Number(value))}
              contentStyle={{
                background: palette.action.selected,
                border: `1px solid ${palette.divider}`,
                borderRadius: 8,
                color: palette.text.primary,
              }}
              itemStyle={{ color: palette.text.primary }}
            />
            {series.map((one) => (
              <Bar
                key={one.of}
                dataKey={one.of}
                name={one.label}
                fill={fillOf(one, marks)}
                stroke={colorOf(one)}
                strokeWidth={1}
                {...(stacked && { stackId: 'day' })}
                isAnimationActive={false}
                maxBarSize={36}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </Box>
    </Stack>
  );
}

const fillOf = ({ of }: Series, marks: string) => `url(#${marks}${of})`;

/** The names beside their marks; the marks' patterns are those of the bars. */
function Legend({
  series,
  marks,
  colorOf,
}: {
  series: readonly Series[];
  marks: string;
  colorOf: (of: Series) => string;
}) {
  return (
    <Stack
      component="ul"
      direction="row"
      useFlexGap
      sx={{ m: 0, p: 0, columnGap: 2, flexWrap: 'wrap', listStyle: 'none' }}
    >
      {series.map((one) => (
        <Stack component="li" direction="row" key={one.of} sx={{ alignItems: 'center', gap: 0.75, fontSize: 13 }}>
          <svg width={14} height={14} aria-hidden>
            <defs>
              <Mark of={one} id={`${marks}${one.of}`} color={colorOf(one)} />
            </defs>
            <rect x={1} y={1} width={12} height={12} fill={fillOf(one, marks)} stroke={colorOf(one)} />
          </svg>
          {one.label}
        </Stack>
      ))}
    </Stack>
  );
}

function Mark({ of: { mark }, id, color }: { of: Series; id: string; color: string }) {
  const common = { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' };
  if (mark === 'plain')
    return (
      <pattern {...common}>
        <rect width={6} height={6} fill={color} />
      </pattern>
    );
  if (mark === 'hatched')
    return (
      <pattern {...common} patternTransform="rotate(45)">
        <rect width={3} height={6} fill={color} />
      </pattern>
    );
  if (mark === 'barred')
    return (
      <pattern {...common}>
        <rect width={6} height={3} fill={color} />
      </pattern>
    );
  return (
    <pattern {...common}>
      <circle cx={3} cy={3} r={1.6} fill={color} />
    </pattern>
  );
}
