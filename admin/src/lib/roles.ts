import type { Route } from '@easel/contracts/kernel/http';
import { usePermissions } from 'react-admin';

/** Whether the route's contract lets in operators of this role. */
export const mayCall = (role: string, { access }: Route): boolean =>
  typeof access === 'object' ? access.operators.some((allowed) => allowed === role) : access === 'anyone';

/** Whether the operator who is signed in may; false until that is known. */
export function useMayCall(route: Route): boolean {
  const { permissions: role } = usePermissions<string>();
  return role !== undefined && mayCall(role, route);
}
