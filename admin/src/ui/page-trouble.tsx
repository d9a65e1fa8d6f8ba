import Box from '@mui/material/Box';
import { Title, useShowContext } from 'react-admin';
import { Failed } from './failed.tsx';

/** Stands in for a record's page: the address names none, or the server does not answer. */
export function PageTrouble({ title }: { title: string }) {
  const { error, refetch, isFetching } = useShowContext();
  return (
    <Box sx={{ mt: 2 }}>
      <Title title={title} />
      <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
    </Box>
  );
}
