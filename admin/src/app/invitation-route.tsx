import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { enter } from './auth-provider.ts';

const InvitationPage = lazy(() => import('../features/operators/invitation-page.tsx'));

/** `#token=…`, where no server and no log has seen it. */
export function InvitationRoute() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  // Whoever looks over a shoulder or into the history finds it no more; the router still knows it.
  useLayoutEffect(() => {
    if (window.location.hash !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [hash]);
  return (
    <Suspense>
      <InvitationPage
        token={new URLSearchParams(hash.slice(1)).get('token') ?? ''}
        onAccepted={(signedIn) => {
          enter(signedIn);
          // Nothing is left of whoever was signed in here before.
          client.removeQueries({ type: 'inactive' });
          void client.resetQueries({ queryKey: ['auth'] }).then(() => navigate('/dashboard', { replace: true }));
        }}
      />
    </Suspense>
  );
}
