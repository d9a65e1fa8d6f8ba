import type { ReportTable, WholeRun } from '@easel/contracts/reports/http';
import { columnLabel, isFigure, rowKey } from '@easel/contracts/reports/policy';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { cellText } from './table-text.ts';
import { factsPath } from './titles.ts';

interface Props {
  run: WholeRun;
  table: ReportTable;
  row: ReportTable['rows'][number];
  at: number;
  isMarked: boolean;
}

/** One cell of a run's table: a figure leads to the facts that it is made of. */
export function Figure({ run, table: { columns }, row, at, isMarked }: Props) {
  const [column, cell = null] = [columns[at], row[at]];
  if (!column) return null;
  const text = cellText(cell, column.unit);
  const shown = isMarked ? <strong>{text}</strong> : text;
  if (!isFigure(column) || cell === null) return shown;
  return (
    <Link
      component={RouterLink}
      to={factsPath(run.report, run.id, { row: rowKey(columns, row), column: columnLabel(column) })}
      color="inherit"
      sx={dotted}
    >
      {shown}
    </Link>
  );
}

/** A table full of links is not to shout. */
const dotted = {
  textDecoration: 'underline dotted',
  textDecorationColor: 'text.secondary',
  textUnderlineOffset: 4,
  '&:hover': { textDecorationStyle: 'solid' },
};
