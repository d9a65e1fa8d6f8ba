import { useListContext } from 'react-admin';
import { Failed } from './failed.tsx';

/** Shows why a list's rows could not be loaded. */
export function ListFailure() {
  const { error, isFetching, refetch } = useListContext();
  return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
}
