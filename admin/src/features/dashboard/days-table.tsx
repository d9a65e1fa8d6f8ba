import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type Day, figureText, type Series, type Unit, wholeDay } from './days.ts';

interface Props {
  title: string;
  series: readonly Series[];
  unit: Unit;
  days: readonly Day[];
}

/** What a chart draws, the newest day first. */
export const DaysTable = ({ title, series, unit, days }: Props) => (
  <Box
    role="region"
    aria-label={`Table of ${title.toLowerCase()}`}
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
          <TableCell>Day (UTC)</TableCell>
          {series.map(({ of, label }) => (
            <TableCell key={of} align="right">
              {label}
              {unit === 'credits' && ', credits'}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {days.toReversed().map((day) => (
          <TableRow key={day.day}>
            <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
              {wholeDay(day.day)}
            </TableCell>
            {series.map(({ of }) => (
              <TableCell key={of} align="right">
                {figureText(day[of])}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
