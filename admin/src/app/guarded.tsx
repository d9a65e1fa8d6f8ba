import type { ReactNode } from 'react';
import { useCanAccess } from 'react-admin';
import { useParams } from 'react-router';
import { Failed } from '../ui/failed.tsx';
import { Forbidden, NotFound } from './no-page.tsx';

interface Props {
  /** Of a resource or a page. */
  name: string;
  action: string;
  children: ReactNode;
}

/**
 * Shows what the operator’s role may see; at the same address, as the role may change. React-admin’s own lists and
 * records would lead elsewhere: theirs is `disableAuthentication`.
 */
export function Guarded({ name, action, children }: Props) {
  const { canAccess, error, isFetching, refetch } = useCanAccess({ resource: name, action });
  if (canAccess === true) return children;
  if (canAccess === false) return <Forbidden />;
  return error ? <Failed error={error} busy={isFetching} onRetry={() => void refetch()} /> : null;
}

/** React-admin's lists answer to whatever stands behind their path. */
export const Exactly = ({ children }: { children: ReactNode }) => (useParams()['*'] === '' ? children : <NotFound />);
