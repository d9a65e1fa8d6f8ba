import { use, useEffect } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import { loginPathFor, safeNextPath } from '../features/members/next-path.ts';
import { useIsSignedIn } from '../features/members/session.ts';
import { isDocumentOfItsOwn } from '../lib/own-document.ts';
import { token } from '../lib/token.ts';
import { PageMetadataContext } from '../ui/metadata.tsx';
import { PrefetchContext } from '../ui/page-link.tsx';
import { PageAt } from './page-at.tsx';
import { FRONT_DOOR, metadataAt } from './pages.ts';
import { loadShell } from './shell-loader.ts';

/** Paths are resolved against a place that nothing else can be at, as a server has no address bar. */
const HERE = 'https://here.invalid';

/**
 * Leads a visitor to the sign-in page, and back here afterwards unless the sign-out was wished for. At the site's own
 * address visitors find what there is to discover.
 */
export function MembersOnly() {
  const location = useLocation();
  if (useIsSignedIn()) return <Outlet />;
  if (token.lastEnding() === 'signed-out') return <Navigate to="/login" replace />;
  if (location.pathname === '/' && token.lastEnding() === null) {
    return (
      <PageMetadataContext value={() => metadataAt(FRONT_DOOR)}>
        <PageAt path={FRONT_DOOR} />
      </PageMetadataContext>
    );
  }
  return <Navigate to={loginPathFor(location)} replace />;
}

/** Leads a member on to where the sign-in page was reached from; that page is fetched while the form is filled in. */
export function VisitorsOnly() {
  const [params] = useSearchParams();
  const next = safeNextPath(params.get('next'), HERE);
  const prefetch = use(PrefetchContext);
  useEffect(() => {
    const fetchAhead = () => {
      loadShell().catch(() => {});
      prefetch(next);
    };
    document.addEventListener('input', fetchAhead, { once: true });
    return () => document.removeEventListener('input', fetchAhead);
  }, [prefetch, next]);
  if (!useIsSignedIn()) return <Outlet />;
  return isDocumentOfItsOwn(next) ? <LoadDocument at={next} /> : <Navigate to={next} replace />;
}

function LoadDocument({ at }: { at: string }) {
  useEffect(() => window.location.replace(at), [at]);
  return null;
}
