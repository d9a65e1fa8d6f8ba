import type { RebuildRun } from '@easel/contracts/operations/http';
import Check from '@mui/icons-material/Check';
import NotEqual from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { formatCount } from '../../ui/money.tsx';

type Compared = RebuildRun['tables'][number];

/** Rows and checksums of each table, the live one's beside the fresh one's. */
export function RunTables({ tables }: Pick<RebuildRun, 'tables'>) {
  return (
    <Box
      role="region"
      aria-label="Tables compared"
      tabIndex={0}
      sx={{
        overflowX: 'auto',
        mx: -2,
        '& td, & th': { whiteSpace: 'nowrap' },
        '& th:first-of-type': { pl: 2 },
        '& th:last-of-type, & td:last-of-type': { pr: 2 },
      }}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Table</TableCell>
            <TableCell align="right">Live rows</TableCell>
            <TableCell align="right">Fresh rows</TableCell>
            <TableCell>Live checksum</TableCell>
            <TableCell>Fresh checksum</TableCell>
            <TableCell>Verdict</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {tables.map(({ table, live, fresh, equal }) => (
            <TableRow key={table}>
              <TableCell component="th" scope="row">
                {table}
              </TableCell>
              <TableCell align="right">{rowsOf(live)}</TableCell>
              <TableCell align="right">{rowsOf(fresh)}</TableCell>
              <Checksum of={live} />
              <Checksum of={fresh} />
              <TableCell>
                <Verdict equal={equal} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

const rowsOf = (sum: Compared['live']) => (sum === null ? 'no such table' : formatCount(sum.rows));

const Checksum = ({ of }: { of: Compared['live'] }) => (
  <TableCell sx={{ fontFamily: 'monospace' }}>{of === null ? '–' : of.checksum}</TableCell>
);

function Verdict({ equal }: { equal: boolean }) {
  const Icon = equal ? Check : NotEqual;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: equal ? 'success.main' : 'error.main' }}
    >
      <Icon fontSize="inherit" aria-hidden />
      {equal ? 'Equal' : 'Not equal'}
    </Box>
  );
}
