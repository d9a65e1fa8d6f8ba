import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { PageMetadataContext } from '../ui/metadata.tsx';
import { Boot } from './boundaries.tsx';
import { Frame } from './frame.tsx';
import { MembersOnly, VisitorsOnly } from './guards.tsx';
import { PageAt } from './page-at.tsx';
import { metadataAt, pages, redirects } from './pages.ts';

const NotFoundPage = lazy(() => import('./not-found-page.tsx').then((module) => ({ default: module.NotFoundPage })));

const routesFor = (whom: 'members' | 'visitors' | 'everyone') =>
  Object.keys(pages)
    .filter((path) => pages[path]?.for === whom)
    .map((path) => <Route key={path} path={path} element={<PageAt path={path} />} />);

/** Pages of visitors, of members and of everyone, in one frame. The page before stays until the next has come. */
export function AppRoutes({ onReady }: { onReady?: (() => void) | undefined }) {
  return (
    <PageMetadataContext value={metadataAt}>
      <Suspense fallback={<Boot />}>
        <Routes>
          <Route element={<Frame />}>
            <Route element={<VisitorsOnly />}>{routesFor('visitors')}</Route>
            <Route element={<MembersOnly />}>{routesFor('members')}</Route>
            {routesFor('everyone')}
            {redirects.map(([from, to]) => (
              <Route key={from} path={from} element={<Navigate to={to} replace />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
        <Ready onReady={onReady} />
      </Suspense>
    </PageMetadataContext>
  );
}

/** Within the boundary: around it React is awake sooner than what a server has rendered inside. */
function Ready({ onReady }: { onReady: (() => void) | undefined }) {
  useEffect(() => onReady?.(), [onReady]);
  return null;
}
