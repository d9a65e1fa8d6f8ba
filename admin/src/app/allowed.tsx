import type { ReactNode } from 'react';
import { usePermissions } from 'react-admin';
import { Navigate } from 'react-router';
import { mayDo } from './access.ts';

/** A page that is no resource, for whom it is for; others are led where a resource leads them. */
export function Allowed({ path, children }: { path: string; children: ReactNode }) {
  const { permissions: role } = usePermissions<string>();
  if (role === undefined) return null;
  return mayDo(role, path, 'list') ? children : <Navigate to="/access-denied" replace />;
}
