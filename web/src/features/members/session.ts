import { membersHttp, type User } from '@easel/contracts/members/http';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { routeQuery } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { toast } from '../../ui/toast.tsx';

export const useIsSignedIn = (): boolean => useStore(token) !== null;

/** The root of what is known of the member. */
export const ME = 'me';
const meQuery = { ...routeQuery([ME], membersHttp.me, {}), retry: false } as const;

/** The signed-in member; fresh for five minutes, never retried. */
export const useMe = () => useQuery({ ...meQuery, enabled: useIsSignedIn() });

/** The signed-in member from the cache; undefined before it is loaded. */
export const knownMember = (client: QueryClient): User | undefined => client.getQueryData(meQuery.queryKey)?.user;

/** Keeps what a command answered about the member, before it is read anew. */
export const keepMember = (client: QueryClient, change: (user: User) => User): void =>
  void client.setQueryData(meQuery.queryKey, (known) => known && { ...known, user: change(known.user) });

/** Keeps what sign-in and registration answer; the guard of the page then leads on. */
export function beginSession(client: QueryClient, reply: { token: string; user: User }): void {
  client.setQueryData(meQuery.queryKey, { success: true, user: reply.user });
  token.set(reply.token, reply.user.id);
}

/**
 * Signs out here at once, whatever becomes of the call. What the call moves is not read anew: nobody is signed in any
 * more to read it.
 */
export function signOut(): void {
  if (token.get() === null) return;
  // The server may be out of reach; the session then ends there by its age.
  call(membersHttp.logout, {}).catch(() => {});
  token.clear('signed-out');
  toast.success('Logged out successfully');
}
