import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { enter } from './auth-provider.ts';
import { useHiddenToken } from './hidden-token.ts';

const InvitationPage = lazy(() => import('../features/operators/invitation-page.tsx'));

export function InvitationRoute() {
  const token = useHiddenToken();
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <Suspense>
      <InvitationPage
        token={token}
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
