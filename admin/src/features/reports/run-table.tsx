import type { ReportTable, WholeRun } from '@easel/contracts/reports/http';
import { isFigure } from '@easel/contracts/reports/policy';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Figure } from './figure-link.tsx';
import { cellText, headingOf, isNumber, otherCells } from './table-text.ts';

interface Props {
  run: WholeRun;
  table: ReportTable;
  other?: ReportTable | undefined;
}

/**
 * What a run came to, each figure a link to its facts; beside each that is another one in `other`, what it was there.
 */
export function RunTable({ run, table, other }: Props) {
  const { columns, rows } = table;
  const others = other && otherCells(table, other);
  return (
    <Box role="region" aria-label="Rows" tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableCell key={index} align={isNumber(column) ? 'right' : 'left'} sx={{ whiteSpace: 'nowrap' }}>
                {headingOf(column)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={index}>
              {columns.map((column, at) => {
                const before = others?.[index];
                const isOther = others !== undefined && isFigure(column) && before?.[at] !== row[at];
                return (
                  <TableCell
                    key={at}
                    className={isNumber(column) ? 'numbers' : ''}
                    align={isNumber(column) ? 'right' : 'left'}
                    sx={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}
                  >
                    <Figure run={run} table={table} row={row} at={at} isMarked={isOther} />
                    {isOther && (
                      <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
                        {before ? `was ${cellText(before[at] ?? null, column.unit)}` : 'new'}
                      </Box>
                    )}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
