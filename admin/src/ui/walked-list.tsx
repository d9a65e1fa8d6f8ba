import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactElement, ReactNode } from 'react';
import { ListBase, ListView, type RaRecord, useListContext } from 'react-admin';
import { FromTheNewest } from './from-the-newest.tsx';
import { ListFailure } from './list-failure.tsx';
import { ListRows, type ListRowsProps } from './list-rows.tsx';
import { useTabTitle } from './page-title.tsx';
import { Walk } from './walk.tsx';
import { type WalkedFilters, withoutPlace } from './walked-filters.ts';

interface Props<Row extends RaRecord> extends ListRowsProps<Row> {
  filters: ReactElement[];
  actions?: ReactElement | false;
  /** Whether rows are sorted by something before time, so that pages are not newer or older than each other. */
  isRanked?: boolean;
}

const rankedPages = { first: 'First', previous: 'Previous', next: 'Next' };
const cursorOf = (record: RaRecord) => (record as RaRecord & { cursor: string }).cursor;

/** A page with a list whose records are paged by their `cursor`. */
export function WalkedList<Row extends RaRecord & { cursor: string }>(props: Props<Row>) {
  const { filters, actions = false, isRanked = false, ...rows } = props;
  useTabTitle(rows.label);
  return (
    <ListBase<Row> disableAuthentication perPage={25} exporter={false} queryOptions={{ onError: () => undefined }}>
      <FromTheNewest>
        <ListView<Row>
          title={rows.label}
          filters={filters}
          actions={actions}
          pagination={<Walk cursor={cursorOf} {...(isRanked && { labels: rankedPages })} />}
          empty={false}
          error={<ListFailure />}
        >
          <ListRows<Row> {...rows} />
        </ListView>
      </FromTheNewest>
    </ListBase>
  );
}

interface NoteProps {
  /** The filter that no field shows. */
  source: string;
  showAll: string;
  children: (value: unknown) => ReactNode;
}

/** Says that the list is narrowed by a filter that no field shows. */
export function NarrowedNote({ source, showAll, children }: NoteProps) {
  const list = useListContext();
  const { [source]: value, ...others } = withoutPlace(list.filterValues as WalkedFilters);
  if (value === undefined) return null;
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="note"
      sx={{ m: 1 }}
      action={
        <Button size="small" color="inherit" onClick={() => list.setFilters(others)}>
          {showAll}
        </Button>
      }
    >
      {children(value)}
    </Alert>
  );
}
