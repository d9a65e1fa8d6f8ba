import { ApiError } from '@easel/contracts/kernel/client/api-error';
import Box from '@mui/material/Box';
import { useGetResourceLabel, useResourceContext, useShowContext } from 'react-admin';
import { Failed } from './failed.tsx';
import { Nowhere } from './nowhere.tsx';
import { PageTitle } from './page-title.tsx';

interface Props {
  title: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** Stands in for a record's page: the address names none, or the server does not answer. */
export function RecordTrouble({ title, error, busy, onRetry }: Props) {
  const resource = useResourceContext() ?? '';
  const labelOf = useGetResourceLabel();
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Nowhere title={error.message} way={{ to: `/${resource}`, text: `All of ${labelOf(resource)}` }}>
        The address names none that there is. What it names may be mistyped, or gone.
      </Nowhere>
    );
  }
  return (
    <Box sx={{ mt: 2 }}>
      <PageTitle title={title} />
      <Failed error={error} busy={busy} onRetry={onRetry} />
    </Box>
  );
}

/** Of react-admin's own record. */
export function PageTrouble({ title }: { title: string }) {
  const { error, refetch, isFetching } = useShowContext();
  return <RecordTrouble title={title} error={error} busy={isFetching} onRetry={() => void refetch()} />;
}
