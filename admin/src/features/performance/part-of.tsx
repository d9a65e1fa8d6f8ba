import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';

interface Props {
  /** Undefined while they are on their way. */
  rows: readonly unknown[] | undefined;
  none: string;
  children: ReactNode;
}

/** The rows of a table, their room while they come, or that there are none. */
export function PartOf({ rows, none, children }: Props) {
  if (rows === undefined) return <RowsPlaceholder rows={4} heightPx={34} />;
  return rows.length === 0 ? <Typography color="text.secondary">{none}</Typography> : children;
}
