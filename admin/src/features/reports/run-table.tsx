import type { ReportTable, WholeRun } from '@easel/contracts/reports/http';
import { isFigure, type ReportUnit } from '@easel/contracts/reports/policy';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Figure } from './figure-link.tsx';
import { cellText, changeText, headingOf, inOrder, isNumber, joinRows, type JoinedRow } from './table-text.ts';

interface MadeRun {
  run: WholeRun;
  table: ReportTable;
}

interface Props extends MadeRun {
  other?: MadeRun | undefined;
}

/**
 * Shows what a run came to, each figure a link to its events. Compared with another run, it shows the figures of the
 * later one, and beneath each what it was in the earlier one and how it has changed, whichever of the two is open.
 */
export function RunTable({ run, table, other }: Props) {
  const [earlier, later] = other ? ordered({ run, table }, other) : [undefined, { run, table }];
  const { columns } = later.table;
  const rows: readonly JoinedRow[] = earlier
    ? joinRows(earlier.table, later.table)
    : later.table.rows.map((row) => ({ earlier: undefined, later: row }));
  return (
    <>
      {earlier && (
        <Typography variant="body2" color="text.secondary">
          Figures as of position {later.run.position}, and how they changed since position {earlier.run.position}.
        </Typography>
      )}
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
                  const change = earlier && isFigure(column) ? changeOf(row, at, column.unit) : undefined;
                  return (
                    <TableCell
                      key={at}
                      className={isNumber(column) ? 'numbers' : ''}
                      align={isNumber(column) ? 'right' : 'left'}
                      sx={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}
                    >
                      {row.later ? (
                        <Figure {...later} row={row.later} at={at} isMarked={change !== undefined} />
                      ) : isFigure(column) ? (
                        cellText(null, column.unit)
                      ) : (
                        cellText(row.earlier?.[at] ?? null, column.unit)
                      )}
                      {change !== undefined && (
                        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
                          {change}
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
    </>
  );
}

function ordered(one: MadeRun, other: MadeRun): [MadeRun, MadeRun] {
  return inOrder(one.run, other.run)[1] === one.run ? [other, one] : [one, other];
}

/** Undefined where a figure is the same in both runs. */
function changeOf({ earlier, later }: JoinedRow, at: number, unit: ReportUnit): string | undefined {
  const [before = null, after = null] = [earlier?.[at], later?.[at]];
  if (!earlier) return 'new';
  const was = `was ${cellText(before, unit)}`;
  if (!later) return `${was}, not in the later run`;
  if (before === after) return undefined;
  const change = changeText(before, after, unit);
  return change === undefined ? was : `${was}, ${change}`;
}
