import { membersHttp, type User } from '@easel/contracts/members/http';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useCommand, routeQuery } from '../../lib/queries.ts';
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

/** Signs out here, whatever becomes of the call; the guard then leads to the sign-in page. */
export function useSignOut(): () => void {
  const logout = useCommand(membersHttp.logout);
  return () => {
    logout.mutate(
      {},
      {
        onSettled: () => {
          token.clear('signed-out');
          toast.success('Logged out successfully');
        },
      },
    );
  };
}
