import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type RaRecord, useListContext } from 'react-admin';

interface Place {
  before?: string;
  after?: string;
}

interface Props {
  /** What `before` and `after` are given for a record; by default its position. */
  cursor?: (record: RaRecord) => string;
  /** For a list that is not sorted by time alone. */
  labels?: { first: string; previous: string; next: string };
}

const byTime = { first: 'Newest', previous: 'Newer', next: 'Older' };

/** Newest, newer and older, for a list that is walked by positions (`before` and `after` among its filters). */
export function Walk({ cursor = positionOf, labels = byTime }: Props) {
  const list = useListContext<RaRecord>();
  const { data, setFilters, hasNextPage, hasPreviousPage } = list;
  const { before, after, ...others } = list.filterValues as Place & Record<string, unknown>;
  const go = (place: Place) => setFilters({ ...others, ...place }, list.displayedFilters as Record<string, boolean>);
  const first = data?.[0];
  const last = data?.at(-1);
  return (
    <Stack direction="row" spacing={1} component="nav" aria-label="Pages" sx={{ p: 1, justifyContent: 'flex-end' }}>
      <Button size="small" disabled={before === undefined && after === undefined} onClick={() => go({})}>
        {labels.first}
      </Button>
      <Button size="small" disabled={!hasPreviousPage || !first} onClick={() => first && go({ after: cursor(first) })}>
        {labels.previous}
      </Button>
      <Button size="small" disabled={!hasNextPage || !last} onClick={() => last && go({ before: cursor(last) })}>
        {labels.next}
      </Button>
    </Stack>
  );
}

const positionOf = (record: RaRecord): string => String((record as { position?: string }).position ?? record.id);
