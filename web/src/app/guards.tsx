import { use, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import { useIsSignedIn } from '../features/members/session.ts';
import { loginPathFor, safeNextPath } from '../lib/next-path.ts';
import { token } from '../lib/token.ts';
import { PrefetchContext } from '../ui/page-link.tsx';

/** Leads a visitor to the sign-in page, and back here afterwards unless the sign-out was wished for. */
export function MembersOnly() {
  const location = useLocation();
  if (useIsSignedIn()) return <Outlet />;
  return <Navigate to={token.lastEnding() === 'signed-out' ? '/login' : loginPathFor(location)} replace />;
}

/** Leads a member on to where the sign-in page was reached from; that page is fetched while the form is filled in. */
export function VisitorsOnly() {
  const [params] = useSearchParams();
  const next = safeNextPath(params.get('next'), window.location.origin);
  const prefetch = use(PrefetchContext);
  useEffect(() => prefetch(next), [prefetch, next]);
  return useIsSignedIn() ? <Navigate to={next} replace /> : <Outlet />;
}
