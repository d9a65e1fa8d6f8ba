import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useListContext, useStore } from 'react-admin';
import { formatCount } from '../../ui/money.tsx';
import type { WalkedFilters } from '../../ui/walked-filters.ts';
import { useFacets } from './facets.ts';
import { between, type Count, timeText, type TimesProps } from './times.ts';

const TimesChart = lazy(() => import('./times-chart.tsx'));

const HEIGHT_PX = 190;

/**
 * How many events the filters leave, over time: a stretch of it is chosen in the chart, or one time in the table behind
 * it.
 */
export function TimesCard() {
  const list = useListContext();
  const filters = list.filterValues as WalkedFilters;
  const { data, isPlaceholderData } = useFacets(filters);
  const [shown, setShown] = useStore<'chart' | 'table'>('events.times', 'chart');
  const narrow = (time: { from?: string; to?: string }) =>
    list.setFilters(
      { ...filters, from: undefined, to: undefined, ...time },
      list.displayedFilters as Record<string, boolean>,
    );
  const choose = (first: Count, last: Count) => narrow(between(first, last));
  const isNarrowed = filters['from'] !== undefined || filters['to'] !== undefined;
  return (
    <Card component="section" aria-labelledby="over-time" sx={{ mt: 1 }}>
      <CardContent sx={{ pb: '12px !important' }}>
        <Stack direction="row" useFlexGap sx={{ alignItems: 'center', gap: 1, mb: 1, flexWrap: 'wrap' }}>
          <Typography variant="h2" id="over-time" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
            Over time
          </Typography>
          {isNarrowed && (
            <Button size="small" onClick={() => narrow({})}>
              All of the time
            </Button>
          )}
          <ToggleButtonGroup
            size="small"
            exclusive
            value={shown}
            aria-label="Show events over time as"
            onChange={(_, next: 'chart' | 'table' | null) => next !== null && setShown(next)}
          >
            <ToggleButton value="chart">Chart</ToggleButton>
            <ToggleButton value="table">Table</ToggleButton>
          </ToggleButtonGroup>
        </Stack>
        <Box sx={{ height: HEIGHT_PX, opacity: isPlaceholderData ? 0.5 : 1 }} aria-busy={!data || isPlaceholderData}>
          {!data ? (
            <Waiting />
          ) : data.times.counts.length === 0 ? (
            <Typography color="text.secondary">Nothing is left to count.</Typography>
          ) : shown === 'table' ? (
            <TimesTable counts={data.times.counts} unit={data.times.unit} onChoose={choose} />
          ) : (
            <Suspense fallback={<Waiting />}>
              <TimesChart counts={data.times.counts} unit={data.times.unit} onChoose={choose} />
            </Suspense>
          )}
        </Box>
      </CardContent>
    </Card>
  );
}

const Waiting = () => <Skeleton variant="rounded" height={HEIGHT_PX} />;

/** The same figures, the newest first. */
const TimesTable = ({ counts, unit, onChoose }: TimesProps) => (
  <Box
    role="region"
    aria-label="Table of events over time"
    tabIndex={0}
    sx={{ height: '100%', overflow: 'auto', mx: -2 }}
  >
    <Table
      size="small"
      stickyHeader
      sx={{ '& th:first-of-type': { pl: 2 }, '& th:last-of-type, & td:last-of-type': { pr: 2 } }}
    >
      <TableHead>
        <TableRow>
          <TableCell>Time (UTC), by the {unit}</TableCell>
          <TableCell align="right">Events</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {counts.toReversed().map((count) => (
          <TableRow key={count.from}>
            <TableCell component="th" scope="row">
              <MuiLink
                component="button"
                type="button"
                variant="body2"
                onClick={() => onChoose(count, count)}
                aria-label={`Only ${timeText(count.from, unit)}`}
              >
                {timeText(count.from, unit)}
              </MuiLink>
            </TableCell>
            <TableCell align="right">{formatCount(count.count)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
