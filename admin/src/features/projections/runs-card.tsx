import type { RebuildRun } from '@easel/contracts/operations/http';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../ui/money.tsx';
import { secondsText } from '../../ui/lag-texts.ts';
import { OperatorName } from '../../ui/operator-name.tsx';
import { Time } from '../../ui/time.tsx';
import { RunChip } from './phase-chip.tsx';
import { outcomeText } from './standing.ts';

/** The latest rebuilds, the newest first; undefined while they are on their way. */
export function RunsCard({ runs }: { runs: readonly RebuildRun[] | undefined }) {
  return (
    <Card component="section" aria-labelledby="runs">
      <CardContent>
        <Typography variant="h2" id="runs" gutterBottom>
          Rebuilds
        </Typography>
        {runs === undefined ? (
          <Skeleton variant="rounded" height={90} />
        ) : runs.length === 0 ? (
          <Typography color="text.secondary">Nobody has asked for a rebuild yet.</Typography>
        ) : (
          <Runs runs={runs} />
        )}
      </CardContent>
    </Card>
  );
}

const Runs = ({ runs }: { runs: readonly RebuildRun[] }) => (
  <Box role="region" aria-label="Table of rebuilds" tabIndex={0} sx={{ overflowX: 'auto', mx: -2 }}>
    <Table
      size="small"
      sx={{
        '& td, & th': { whiteSpace: 'nowrap' },
        '& th:first-of-type, & td:first-of-type': { pl: 2 },
        '& th:last-of-type, & td:last-of-type': { pr: 2 },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell>Asked for</TableCell>
          <TableCell>Outcome</TableCell>
          <TableCell align="right">Facts</TableCell>
          <TableCell align="right">Took</TableCell>
          <TableCell>By</TableCell>
          <TableCell>Reason</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {runs.map((run) => (
          <TableRow key={run.id}>
            <TableCell>
              <Time at={run.requested_at} />
            </TableCell>
            <TableCell>
              <span title={outcomeText(run)}>
                <RunChip status={run.status} />
              </span>
            </TableCell>
            <TableCell align="right">{formatCount(run.facts)}</TableCell>
            <TableCell align="right">{tookText(run)}</TableCell>
            <TableCell>
              <OperatorName id={run.requested_by.id} />
            </TableCell>
            <TableCell sx={{ '&&': { whiteSpace: 'normal' }, minWidth: 200, overflowWrap: 'anywhere' }}>
              {run.reason}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);

const tookText = ({ started_at, ended_at }: RebuildRun): string =>
  started_at === null || ended_at === null
    ? '–'
    : secondsText(Math.max(0, Date.parse(ended_at) - Date.parse(started_at)) / 1_000);
