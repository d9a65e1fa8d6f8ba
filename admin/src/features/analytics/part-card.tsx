import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CardHead } from '../../ui/card-head.tsx';
import { Failed } from '../../ui/failed.tsx';
import type { Reading } from '../../ui/reading.ts';
import type { ReportName } from '@easel/contracts/reports/policy';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';

interface Props<Data> {
  id: string;
  title: string;
  note: string;
  report?: ReportName;
  reading: Reading & { data: Data | undefined };
  /** Rows that there will be, about. */
  rows: number;
  isEmpty: (data: Data) => boolean;
  none: string;
  children: (data: Data) => ReactNode;
}

/** A part of the page that is read by itself: one that fails leaves the others standing. */
export function PartCard<Data>({ id, title, note, report, reading, rows, isEmpty, none, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = reading;
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent>
        <CardHead id={id} title={title} note={note} report={report} />
        {error ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <RowsPlaceholder rows={rows} heightPx={34} />
        ) : isEmpty(data) ? (
          <Typography color="text.secondary">{none}</Typography>
        ) : (
          children(data)
        )}
      </CardContent>
    </Card>
  );
}
