import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { CardHead } from '../../ui/card-head.tsx';
import { formatCount } from '../../ui/money.tsx';
import { TablePlace } from '../../ui/table-place.tsx';
import { PartOf } from './part-of.tsx';
import { RatedValue, Rating } from './rating.tsx';
import { type Measured, shareText } from './vitals.ts';

interface Props<Row extends Measured> {
  id: string;
  title: string;
  note?: string;
  /** What the rows are of. */
  of: string;
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  nameOf: (row: Row) => ReactNode;
  keyOf: (row: Row) => string;
}

/** A vital by what its views have in common: percentiles, each with its rating, and how many views were rated how. */
export function BreakdownCard<Row extends Measured>({ id, title, note, of, rows, nameOf, keyOf }: Props<Row>) {
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent>
        <CardHead id={id} title={title} note={note} />
        <PartOf rows={rows} none="Nothing was measured on these days.">
          <TablePlace label={`Table ${title.toLowerCase()}`}>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>{of}</TableCell>
                  {['p50', 'p75', 'p95'].map((name) => (
                    <TableCell key={name} align="right">
                      {name}
                    </TableCell>
                  ))}
                  <TableCell>Rating (p75)</TableCell>
                  <TableCell align="right">Good</TableCell>
                  <TableCell align="right">Needs improvement</TableCell>
                  <TableCell align="right">Poor</TableCell>
                  <TableCell align="right">Views</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {rows?.map((row) => (
                  <TableRow key={keyOf(row)}>
                    <TableCell component="th" scope="row">
                      {nameOf(row)}
                    </TableCell>
                    {([row.p50, row.p75, row.p95] as const).map((value, index) => (
                      <TableCell key={index} align="right">
                        <RatedValue vital={row.name} value={value} />
                      </TableCell>
                    ))}
                    <TableCell>
                      <Rating of={row.rating} />
                    </TableCell>
                    {[row.good, row.needs_improvement, row.poor].map((part, index) => (
                      <TableCell key={index} align="right">
                        {shareText(part, row.views)}
                      </TableCell>
                    ))}
                    <TableCell align="right">{formatCount(row.views)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TablePlace>
        </PartOf>
      </CardContent>
    </Card>
  );
}
