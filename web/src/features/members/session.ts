import { membersHttp, type User } from '@easel/contracts/members/http';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { toast } from '../../ui/toast.tsx';

export const useIsSignedIn = (): boolean => useStore(token) !== null;

const meQuery = { ...routeQuery(['me'], membersHttp.me, {}), retry: false } as const;

/** The signed-in member; fresh for five minutes, never retried. */
export const useMe = () => useQuery({ ...meQuery, enabled: useIsSignedIn() });

/** Keeps what sign-in and registration answer; the guard of the page then leads on. */
export function beginSession(client: QueryClient, reply: { token: string; user: User }): void {
  client.setQueryData(meQuery.queryKey, { success: true, user: reply.user });
  token.set(reply.token);
}

/**
 * Signs out here, whatever becomes of the call; the guard then leads to the sign-in page. What the call moves is not read anew: nobody
 * is signed in any more to read it.
 */
export async function signOut(): Promise<void> {
  try {
    await call(membersHttp.logout, {});
  } catch {
    // The server may be out of reach; the session then ends there by its age.
  }
  if (token.get() === null) return;
  token.clear('signed-out');
  toast.success('Logged out successfully');
}
