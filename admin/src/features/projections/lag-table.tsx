import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { eventsBehindText, secondsText } from '../../ui/lag-texts.ts';
import type { Lag } from './use-lags.ts';

/** What the chart draws, the newest first. */
export const LagTable = ({ lags }: { lags: readonly Lag[] }) => (
  <Box role="region" aria-label="Table of lag" tabIndex={0} sx={{ height: '100%', overflow: 'auto', mx: -2 }}>
    <Table
      size="small"
      stickyHeader
      sx={{ '& th:first-of-type': { pl: 2 }, '& th:last-of-type, & td:last-of-type': { pr: 2 } }}
    >
      <TableHead>
        <TableRow>
          <TableCell>From (UTC)</TableCell>
          <TableCell align="right">Behind at most</TableCell>
          <TableCell align="right">Lag at most</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {lags.toReversed().map(({ at, events, more, seconds }) => (
          <TableRow key={at}>
            <TableCell component="th" scope="row">
              {at.slice(0, 16).replace('T', ' ')}
            </TableCell>
            <TableCell align="right">{eventsBehindText({ lag_events: events, lag_more: more })}</TableCell>
            <TableCell align="right">{secondsText(seconds)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
