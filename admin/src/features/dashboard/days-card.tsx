import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-admin';
import type { Day, Series, Unit } from './days.ts';
import { DaysTable } from './days-table.tsx';

const DaysChart = lazy(() => import('./days-chart.tsx'));

const HEIGHT_PX = 300;

interface Props {
  id: string;
  title: string;
  series: readonly Series[];
  unit: Unit;
  /** Undefined while they are on their way. */
  days: readonly Day[] | undefined;
}

/** The last days as a chart, and the table behind it. */
export function DaysCard({ id, title, series, unit, days }: Props) {
  const [shown, setShown] = useStore<'chart' | 'table'>(`dashboard.${id}`, 'chart');
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1, mb: 1 }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          <ToggleButtonGroup
            size="small"
            exclusive
            value={shown}
            aria-label={`Show ${title.toLowerCase()} as`}
            onChange={(_, next: 'chart' | 'table' | null) => next !== null && setShown(next)}
          >
            <ToggleButton value="chart">Chart</ToggleButton>
            <ToggleButton value="table">Table</ToggleButton>
          </ToggleButtonGroup>
        </Stack>
        <Box ref={place} sx={{ height: HEIGHT_PX }}>
          {days && shown === 'table' && <DaysTable title={title} series={series} unit={unit} days={days} />}
          {shown === 'chart' &&
            (days && isNear ? (
              <Suspense fallback={<Waiting />}>
                <DaysChart title={title} series={series} unit={unit} days={days} />
              </Suspense>
            ) : (
              <Waiting />
            ))}
        </Box>
      </CardContent>
    </Card>
  );
}

const Waiting = () => <Skeleton variant="rounded" height={HEIGHT_PX} />;

/** Whether it has come into sight, or nearly so: what draws it is only fetched then. */
function useNear(place: { readonly current: Element | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: '120px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isNear;
}
