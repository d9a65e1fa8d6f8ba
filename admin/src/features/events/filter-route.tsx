import { filtersHttp } from '@easel/contracts/filters/http';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { call } from '../../lib/api.ts';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { listPath } from './addresses.ts';

/** Where a saved filter leads: to the list as it is narrowed by it now. */
export default function FilterRoute() {
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['filters', 'events', id],
    queryFn: ({ signal }) => call(filtersHttp.one, { params: { id } }, { signal }),
  });
  if (data) return <Navigate to={listPath(data.filter.filter)} replace />;
  return (
    <Box sx={{ mt: 2 }}>
      <PageTitle title="Saved filter" />
      {error ? (
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Placeholder height={240} label="The saved filter is being looked up" />
      )}
    </Box>
  );
}
