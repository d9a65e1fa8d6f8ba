import { lagHours } from '@easel/contracts/operations/policy';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useStore } from 'react-admin';
import { Failed } from '../../ui/failed.tsx';
import { secondsText } from '../../ui/lag-texts.ts';
import { LagTable } from './lag-table.tsx';
import { type Hours, lagsOf, stretches, useLags } from './use-lags.ts';

const LagChart = lazy(() => import('./lag-chart.tsx'));

const HEIGHT_PX = 220;

/** How far a projection was behind, as a chart, and the table behind it. */
export function LagCard({ name }: { name: string }) {
  const [hours, setHours] = useState<Hours>(1);
  const [shown, setShown] = useStore<'chart' | 'table'>('projections.lag', 'chart');
  const { data, error, isFetching, refetch } = useLags(hours);
  const lags = data && lagsOf(data, name);
  return (
    <Card component="section" aria-labelledby="lag">
      <CardContent>
        <Stack
          direction="row"
          useFlexGap
          sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}
        >
          <Typography variant="h2" id="lag">
            Lag
          </Typography>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Choice label="Show the lag of" value={hours} options={lagHours} text={hoursText} onChange={setHours} />
            <Choice
              label="Show the lag as"
              value={shown}
              options={['chart', 'table'] as const}
              text={(one) => (one === 'chart' ? 'Chart' : 'Table')}
              onChange={setShown}
            />
          </Stack>
        </Stack>
        {lags && (
          <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
            {lags.length === 0
              ? 'Nobody has looked in this time.'
              : `At most ${secondsText(Math.max(...lags.map(({ seconds }) => seconds)))} behind. Times are UTC; where the line is broken, nobody looked.`}
          </Typography>
        )}
        <Box sx={{ height: HEIGHT_PX }}>
          {!data && error ? (
            <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
          ) : !data || !lags ? (
            <Waiting />
          ) : shown === 'table' ? (
            <LagTable lags={lags} />
          ) : (
            <Suspense fallback={<Waiting />}>
              <LagChart stretches={stretches(data, lags)} />
            </Suspense>
          )}
        </Box>
      </CardContent>
    </Card>
  );
}

const hoursText = (hours: Hours): string => (hours === 1 ? 'Last hour' : `${hours} hours`);

const Waiting = () => <Skeleton variant="rounded" height={HEIGHT_PX} />;

interface ChoiceProps<Value extends string | number> {
  label: string;
  value: Value;
  options: readonly Value[];
  text: (value: Value) => string;
  onChange: (value: Value) => void;
}

const Choice = <Value extends string | number>({ label, value, options, text, onChange }: ChoiceProps<Value>) => (
  <ToggleButtonGroup
    size="small"
    exclusive
    value={value}
    aria-label={label}
    onChange={(_, next: Value | null) => next !== null && onChange(next)}
  >
    {options.map((one) => (
      <ToggleButton key={one} value={one}>
        {text(one)}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
