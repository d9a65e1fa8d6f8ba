import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { Bar, BarChart, Brush, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount } from '../../ui/money.tsx';
import { stretchOf, stretchText, sumOf, tickText, timeText, type TimesProps } from './times.ts';

/** A bar a time; a stretch is chosen between the two ends of the brush beneath, which arrow keys move too. */
export default function TimesChart({ counts, unit, onChoose }: TimesProps) {
  const { palette } = useTheme();
  // By their times: what was chosen stays so while new counts come behind it.
  const [ends, setEnds] = useState<{ from?: string | undefined; to?: string | undefined }>({});
  const chosen = stretchOf(counts, ends);
  // The chart takes other data for another chart, and lets its brush go.
  const data = useMemo(() => counts.map((count) => ({ ...count })), [counts]);
  // Its ends never meet: of two bars it could choose neither.
  const hasBrush = counts.length > 2;
  const quiet = { fontSize: 12, fill: palette.text.secondary };
  const [first, last] = [counts[chosen.startIndex], counts[chosen.endIndex]];
  const isPart = first !== undefined && last !== undefined && (first !== counts[0] || last !== counts.at(-1));
  return (
    <Stack sx={{ height: '100%' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 30 }}>
        {isPart ? (
          <>
            <Typography variant="body2" role="status" noWrap>
              {stretchText(first, last, unit)}:{' '}
              {formatCount(sumOf(counts.slice(chosen.startIndex, chosen.endIndex + 1)))}
            </Typography>
            <Button size="small" variant="outlined" onClick={() => onChoose(first, last)}>
              Only these
            </Button>
          </>
        ) : (
          <Typography variant="body2" color="text.secondary" noWrap>
            By the {unit}, in UTC.{' '}
            {hasBrush ? 'Draw the ends of the brush, or press a bar.' : 'Press a bar for it alone.'}
          </Typography>
        )}
      </Stack>
      <Box sx={{ flex: 1, minHeight: 0, '& :focus-visible': { outline: '2px solid', outlineColor: 'primary.main' } }}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={data}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            title="Events over time; the table has the same figures"
          >
            <CartesianGrid vertical={false} stroke={palette.divider} />
            <XAxis
              dataKey="from"
              tickFormatter={(from: string) => tickText(from, unit)}
              tick={quiet}
              stroke={palette.divider}
              minTickGap={24}
            />
            <YAxis tickFormatter={formatCount} tick={quiet} stroke={palette.divider} allowDecimals={false} width={56} />
            <Tooltip
              separator=": "
              isAnimationActive={false}
              cursor={{ fill: palette.action.hover }}
              labelFormatter={(from) => (typeof from === 'string' ? `${timeText(from, unit)} UTC` : null)}
              formatter={(value) => formatCount(Number(value))}
              contentStyle={{
                background: palette.background.paper,
                border: `1px solid ${palette.divider}`,
                borderRadius: 8,
                color: palette.text.primary,
              }}
              itemStyle={{ color: palette.text.primary }}
            />
            <Bar
              dataKey="count"
              name="Events"
              fill={palette.info.main}
              isAnimationActive={false}
              maxBarSize={36}
              minPointSize={(value) => (Number(value) > 0 ? 2 : 0)}
              cursor="pointer"
              onClick={(_, index) => {
                const count = counts[chosen.startIndex + index];
                if (count) onChoose(count, count);
              }}
            />
            {hasBrush && (
              <Brush
                // Begins anew with other counts: recharts keeps the old ends, and draws at NaN where these are gone.
                key={`${counts[0]?.from} ${counts.length}`}
                dataKey="from"
                height={24}
                travellerWidth={12}
                fill={palette.action.hover}
                stroke={palette.text.secondary}
                tickFormatter={() => ''}
                ariaLabel="Stretch of time"
                {...chosen}
                onChange={({ startIndex, endIndex }) =>
                  setEnds({
                    from: startIndex > 0 ? counts[startIndex]?.from : undefined,
                    to: endIndex < counts.length - 1 ? counts[endIndex]?.from : undefined,
                  })
                }
              />
            )}
          </BarChart>
        </ResponsiveContainer>
      </Box>
    </Stack>
  );
}
