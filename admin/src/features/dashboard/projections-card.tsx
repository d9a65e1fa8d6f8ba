import { operationsHttp, type ProjectionRecord } from '@easel/contracts/operations/http';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { call } from '../../lib/api.ts';
import { useMovedReads } from '../../lib/moved-reads.ts';
import { words } from '../../ui/choices.ts';
import { Failed } from '../../ui/failed.tsx';
import { eventsBehindText, secondsText } from '../../ui/lag-texts.ts';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { projectionPath } from './addresses.ts';
import { EVERY_MS, PAUSE_MS } from './looking.ts';
import { worstOf } from './worst.ts';

const ROW_PX = 34;
/** About as many as there are projections. */
const ROWS = 16;

/** How far the read models are behind the log: the worst, and each. */
export function ProjectionsCard() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['projections', 'lag'],
    queryFn: ({ signal }) => call(operationsHttp.list, { query: { range: '[0,99]' } }, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads('any', () => refetch(), PAUSE_MS);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          Projection lag
        </Typography>
        {data ? (
          <>
            <Worst projection={worstOf(data)} />
            <Box role="region" aria-label="Projection lag" tabIndex={0} sx={{ mx: -2, overflowX: 'auto' }}>
              <Lags projections={data} />
            </Box>
          </>
        ) : error ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <RowsPlaceholder rows={ROWS + 2} heightPx={ROW_PX} />
        )}
      </CardContent>
    </Card>
  );
}

const Worst = ({ projection }: { projection: ProjectionRecord | undefined }) => (
  <Typography sx={{ mb: 1, minHeight: 24 }}>
    {projection ? (
      <>
        Worst:{' '}
        <Link component={RouterLink} to={projectionPath(projection.id)}>
          {projection.id}
        </Link>
        , <span className="numbers">{secondsText(projection.lag_seconds)}</span> behind
      </>
    ) : (
      'None is behind the log.'
    )}
  </Typography>
);

const Lags = ({ projections }: { projections: readonly ProjectionRecord[] }) => (
  <Table
    size="small"
    sx={{
      '& tr': { height: ROW_PX },
      '& td, & th': { whiteSpace: 'nowrap' },
      '& th:first-of-type': { pl: 2 },
      '& th:last-of-type, & td:last-of-type': { pr: 2 },
    }}
  >
    <TableHead>
      <TableRow>
        <TableCell>Projection</TableCell>
        <TableCell>Phase</TableCell>
        <TableCell align="right">Behind</TableCell>
        <TableCell align="right">Lag</TableCell>
      </TableRow>
    </TableHead>
    <TableBody>
      {projections.map((projection) => (
        <TableRow key={projection.id}>
          <TableCell component="th" scope="row">
            <Link component={RouterLink} to={projectionPath(projection.id)} color="inherit">
              {projection.id}
            </Link>
          </TableCell>
          <TableCell sx={projection.stands_still ? { color: 'error.main', fontWeight: 600 } : {}}>
            {projection.stands_still ? 'Stands still' : words(projection.phase)}
          </TableCell>
          <TableCell align="right">{eventsBehindText(projection)}</TableCell>
          <TableCell align="right" sx={{ minWidth: 90 }}>
            {secondsText(projection.lag_seconds)}
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
