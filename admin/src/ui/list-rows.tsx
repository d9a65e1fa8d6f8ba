import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { DataTable, type RaRecord, useListContext } from 'react-admin';
import { useMoved } from '../lib/live.ts';
import { Cards } from './cards.tsx';
import { RowsPlaceholder } from './rows-placeholder.tsx';
import { type WalkedFilters, withoutPlace } from './walked-filters.ts';

export interface ListRowsProps<Row extends RaRecord> {
  /** Names the table for screen readers. */
  label: string;
  /** The live hint on which the rows are loaded again. */
  hint: string;
  placeholder?: { rows: number; cardPx: number };
  /** Shown without rows: `none` where there are none at all, `noMatch` where the filters exclude them. */
  texts: { none: string; noMatch: string };
  note?: ReactNode;
  /** `false` for records without a page. */
  rowClick?: 'show' | false;
  /** A record on narrow screens. */
  card: (record: Row) => ReactNode;
  /** Columns of the table, for wide screens. */
  children: ReactNode;
}

/** Shows a list's records as a table, or as cards on narrow screens. */
export function ListRows<Row extends RaRecord>(props: ListRowsProps<Row>) {
  const { label, hint, placeholder = { rows: 25, cardPx: 92 }, texts, note, rowClick = 'show' } = props;
  const { card, children } = props;
  const list = useListContext<Row>();
  const isWide = useMediaQuery('(min-width: 900px)', { noSsr: true });
  useMoved([hint], () => void list.refetch());
  if (list.isPending) return <RowsPlaceholder rows={placeholder.rows} heightPx={isWide ? 37 : placeholder.cardPx} />;
  const isNarrowed = Object.keys(withoutPlace(list.filterValues as WalkedFilters)).length > 0;
  const empty = (
    <Typography sx={{ p: 3 }} color="text.secondary">
      {isNarrowed ? texts.noMatch : texts.none}
    </Typography>
  );
  return (
    <>
      {note}
      {isWide ? (
        <Box
          role="region"
          aria-label={label}
          tabIndex={0}
          sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
        >
          <DataTable<Row> bulkActionButtons={false} rowClick={rowClick} empty={empty}>
            {children}
          </DataTable>
        </Box>
      ) : (
        <Cards<Row> label={label} component="ol" empty={empty}>
          {card}
        </Cards>
      )}
    </>
  );
}
