import { filtersHttp } from '@easel/contracts/filters/http';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Title, useRequireAccess } from 'react-admin';
import { Navigate, useParams } from 'react-router';
import { call } from '../../lib/api.ts';
import { Failed } from '../../ui/failed.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { listPath } from './addresses.ts';

/** Where a saved filter leads: to the list as it is narrowed by it now. */
export default function FilterRoute() {
  const { isPending } = useRequireAccess({ resource: 'events', action: 'list' });
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['filters', 'events', id],
    queryFn: ({ signal }) => call(filtersHttp.one, { params: { id } }, { signal }),
    enabled: !isPending,
  });
  if (data) return <Navigate to={listPath(data.filter.filter)} replace />;
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="Saved filter" />
      {error ? (
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Placeholder height={240} label="The saved filter is being looked up" />
      )}
    </Box>
  );
}
