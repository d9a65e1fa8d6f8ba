import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useListContext, type RaRecord } from 'react-admin';

/** Newest, newer and older, for a list that is walked by positions (`before` and `after` among its filters). */
export function Walk({ cursor = (record: RaRecord) => String(record.position ?? record.id) }) {
  const { data, filterValues, displayedFilters, setFilters, hasNextPage, hasPreviousPage } = useListContext();
  const { before: _before, after: _after, ...others } = filterValues as Record<string, unknown>;
  const go = (place: { before?: string; after?: string }) => setFilters({ ...others, ...place }, displayedFilters);
  const first = data?.[0];
  const last = data?.at(-1);
  const isNewest = _before === undefined && _after === undefined;
  return (
    <Stack direction="row" spacing={1} component="nav" aria-label="Pages" sx={{ p: 1, justifyContent: 'flex-end' }}>
      <Button size="small" disabled={isNewest} onClick={() => go({})}>
        Newest
      </Button>
      <Button size="small" disabled={!hasPreviousPage || !first} onClick={() => first && go({ after: cursor(first) })}>
        Newer
      </Button>
      <Button size="small" disabled={!hasNextPage || !last} onClick={() => last && go({ before: cursor(last) })}>
        Older
      </Button>
    </Stack>
  );
}
