import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLogoutIfAccessDenied, useNotify } from 'react-admin';
import { useMoved, useSessionRefused } from '../lib/live.ts';
import { words } from '../ui/choices.ts';
import { changedRole } from './auth-provider.ts';

/**
 * Sends whoever's session has ended to the sign-in, and shows a changed role at once, whichever call hears of it first.
 */
export function SessionWatch() {
  const client = useQueryClient();
  const signOut = useLogoutIfAccessDenied();
  const notify = useNotify();

  async function lookAtRole() {
    // Whoever cannot be asked about now is asked about by the next call.
    const role = await changedRole().catch(() => undefined);
    if (role === undefined) return;
    // What the role before was shown is not this one's to see.
    client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== 'auth' });
    await client.invalidateQueries({ queryKey: ['auth'], refetchType: 'all' });
    notify(`Your role was changed: you are ${words(role).toLowerCase()} now`, { type: 'info' });
  }
  const leaveOn = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    if (error.status === 401) void signOut(error);
    if (error.status === 403) void lookAtRole();
  };
  const hear = useEffectEvent(leaveOn);
  // Only react-admin's own reads tell its auth provider of a refusal.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
      }),
    [client],
  );
  useSessionRefused(leaveOn);
  // The stream of hints is one of a session and its role: where that changes, the server ends it.
  useMoved([], () => void lookAtRole());
  return null;
}
