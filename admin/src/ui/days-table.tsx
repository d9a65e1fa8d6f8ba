import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type DayOf, type DaysShown, figureText, wholeDay } from './days.ts';
import { TablePlace } from './table-place.tsx';

/** What a chart draws, the newest day first. */
export const DaysTable = <Key extends string, Row extends DayOf<Key>>({
  title,
  series,
  days,
  text = figureText,
  columns = [],
}: DaysShown<Key, Row>) => (
  <TablePlace label={`Table of ${title.toLowerCase()}`} fills>
    <Table size="small" stickyHeader>
      <TableHead>
        <TableRow>
          <TableCell>Day (UTC)</TableCell>
          {series.map(({ of, label }) => (
            <TableCell key={of} align="right">
              {label}
            </TableCell>
          ))}
          {columns.map(({ label }) => (
            <TableCell key={label} align="right">
              {label}
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
                {text(day[of])}
              </TableCell>
            ))}
            {columns.map((column) => (
              <TableCell key={column.label} align="right">
                {column.text(day)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TablePlace>
);
