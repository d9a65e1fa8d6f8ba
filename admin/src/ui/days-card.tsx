import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-admin';
import { CardHead } from './card-head.tsx';
import type { DayOf, DaysShown } from './days.ts';
import { DaysTable } from './days-table.tsx';
import { Failed } from './failed.tsx';
import type { Reading } from './reading.ts';

const DaysChart = lazy(() => import('./days-chart.tsx'));

const HEIGHT_PX = 300;

interface Props<Key extends string, Row extends DayOf<Key>> extends Omit<DaysShown<Key, Row>, 'days'> {
  id: string;
  note?: ReactNode;
  report?: string;
  /** Undefined while they are on their way, and where they could not be read. */
  days: readonly Row[] | undefined;
  reading: Reading;
  /** What is said where all of it is zero. */
  none: string;
}

/** Days as a chart, and the table behind it. */
export function DaysCard<Key extends string, Row extends DayOf<Key>>({
  id,
  note,
  report,
  days,
  reading,
  none,
  columns = [],
  ...shown
}: Props<Key, Row>) {
  const { title, series } = shown;
  const [as, setAs] = useStore<'chart' | 'table'>(`days.${id}`, 'chart');
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place);
  const isEmpty = days?.every((day) => series.every(({ of }) => day[of] === 0)) ?? false;
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent>
        <CardHead id={id} title={title} note={note} report={report}>
          <ToggleButtonGroup
            size="small"
            exclusive
            value={as}
            aria-label={`Show ${title.toLowerCase()} as`}
            onChange={(_, next: 'chart' | 'table' | null) => next !== null && setAs(next)}
          >
            <ToggleButton value="chart">Chart</ToggleButton>
            <ToggleButton value="table">Table</ToggleButton>
          </ToggleButtonGroup>
        </CardHead>
        <Box ref={place} sx={{ height: HEIGHT_PX }}>
          {days === undefined ? (
            <Missing reading={reading} />
          ) : as === 'table' ? (
            <DaysTable days={days} columns={columns} {...shown} />
          ) : isEmpty ? (
            <Typography color="text.secondary">{none}</Typography>
          ) : isNear ? (
            <Suspense fallback={<Waiting />}>
              <DaysChart days={days} {...shown} />
            </Suspense>
          ) : (
            <Waiting />
          )}
        </Box>
      </CardContent>
    </Card>
  );
}

const Missing = ({ reading: { error, isFetching, refetch } }: { reading: Reading }) =>
  error ? <Failed error={error} busy={isFetching} onRetry={() => void refetch()} /> : <Waiting />;

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
