import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { useSessionRefused } from '../lib/live.ts';

/** Sends whoever's session has ended to the sign-in, whichever call hears of it first. */
export function SessionWatch() {
  const client = useQueryClient();
  const signOut = useLogoutIfAccessDenied();
  const leaveOn = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) void signOut(error);
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
  return null;
}
