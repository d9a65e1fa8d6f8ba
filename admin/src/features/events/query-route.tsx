import { queriesHttp } from '@easel/contracts/queries/http';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { Title, useRequireAccess } from 'react-admin';
import { Navigate, useParams } from 'react-router';
import { call } from '../../lib/api.ts';
import { Failed } from '../../ui/failed.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { listPath } from './addresses.ts';

/** Where a saved query leads: to the list as it is narrowed by it now. */
export default function QueryRoute() {
  const { isPending } = useRequireAccess({ resource: 'events', action: 'list' });
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['queries', id],
    queryFn: ({ signal }) => call(queriesHttp.one, { params: { id } }, { signal }),
    enabled: !isPending,
  });
  if (data) return <Navigate to={listPath(data.query.filter)} replace />;
  return (
    <Box sx={{ mt: 2 }}>
      <Title title="Saved query" />
      {error ? (
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Placeholder height={240} label="The saved query is being looked up" />
      )}
    </Box>
  );
}
