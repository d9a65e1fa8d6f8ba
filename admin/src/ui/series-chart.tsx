import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Series } from './series.ts';

interface Props {
  of: Series;
  kind: 'bars' | 'lines';
}

const colors = ['primary', 'info', 'success', 'warning'] as const;
/** Told apart without their colours, too. */
const dashes = ['0', '6 3', '2 2', '8 3 2 3'];

const BAR_PX = 36;
/** Of the drawing: bars along time share it, as there is no band for each. */
const WIDTH_PX = 600;

/** Numbers, drawn; the table beneath has the same. */
export default function SeriesChart({ of: { along, series, points, times }, kind }: Props) {
  const { palette } = useTheme();
  const quiet = { fontSize: 12, fill: palette.text.secondary };
  const colorOf = (index: number) => palette[colors[index % colors.length] ?? 'primary'].main;
  const frame = {
    // The library takes a column called `style` for the style of what it draws.
    data: points.map((point, at) => ({
      along: times ? times[at] : point[along],
      ...Object.fromEntries(series.map((name, index) => [`series${index}`, point[name]])),
    })),
    margin: { top: 8, right: 4, bottom: 0, left: 0 },
    title: `${series.join(', ')} by ${along}; the table has the same figures`,
  };
  const names = new Map(times?.map((time, at) => [time, String(points[at]?.[along])]));
  const nameOf = (time: unknown): string => names.get(Number(time)) ?? '';
  const timeAxis = times && {
    type: 'number' as const,
    scale: 'time' as const,
    domain: ['dataMin', 'dataMax'] as const,
    ticks: [...names.keys()],
    tickFormatter: nameOf,
    padding: { left: BAR_PX, right: BAR_PX },
  };
  const barSize = times && Math.max(1, Math.min(BAR_PX, WIDTH_PX / slotsOf(times) / series.length - 1));
  const axes = (
    <>
      <CartesianGrid vertical={false} stroke={palette.divider} />
      <XAxis dataKey="along" tick={quiet} stroke={palette.divider} minTickGap={16} {...timeAxis} />
      <YAxis tick={quiet} stroke={palette.divider} width={56} />
      <Tooltip
        separator=": "
        isAnimationActive={false}
        {...(times && { labelFormatter: nameOf })}
        cursor={{ fill: palette.action.hover }}
        contentStyle={{
          background: palette.action.selected,
          border: `1px solid ${palette.divider}`,
          borderRadius: 8,
          color: palette.text.primary,
        }}
        itemStyle={{ color: palette.text.primary }}
      />
    </>
  );
  return (
    <Stack sx={{ height: 280 }}>
      <Stack component="ul" direction="row" useFlexGap sx={{ m: 0, p: 0, gap: 2, flexWrap: 'wrap', listStyle: 'none' }}>
        {series.map((name, index) => (
          <Stack component="li" direction="row" key={name} sx={{ alignItems: 'center', gap: 0.75, fontSize: 13 }}>
            <svg width={20} height={10} aria-hidden>
              <line
                x1={0}
                y1={5}
                x2={20}
                y2={5}
                stroke={colorOf(index)}
                strokeWidth={3}
                strokeDasharray={dashes[index]}
              />
            </svg>
            {name}
          </Stack>
        ))}
      </Stack>
      <Box
        sx={{ flex: 1, minHeight: 0, '& svg:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' } }}
      >
        <ResponsiveContainer width="100%" height="100%">
          {kind === 'bars' ? (
            <BarChart {...frame}>
              {axes}
              {series.map((name, index) => (
                <Bar
                  key={name}
                  dataKey={`series${index}`}
                  name={name}
                  fill={colorOf(index)}
                  isAnimationActive={false}
                  maxBarSize={BAR_PX}
                  {...(barSize && { barSize })}
                />
              ))}
            </BarChart>
          ) : (
            <LineChart {...frame}>
              {axes}
              {series.map((name, index) => (
                <Line
                  key={name}
                  dataKey={`series${index}`}
                  name={name}
                  stroke={colorOf(index)}
                  strokeWidth={2}
                  strokeDasharray={dashes[index] ?? '0'}
                  dot={points.length <= 40}
                  isAnimationActive={false}
                />
              ))}
            </LineChart>
          )}
        </ResponsiveContainer>
      </Box>
    </Stack>
  );
}

/** Returns how many bars stand side by side where one stands at each shortest step of time. */
function slotsOf(times: readonly number[]): number {
  const steps = times.flatMap((time, at) => (at > 0 && time > times[at - 1]! ? [time - times[at - 1]!] : []));
  return steps.length === 0 ? 1 : 1 + (times.at(-1)! - times[0]!) / Math.min(...steps);
}
