import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { Boot } from './boundaries.tsx';
import { MembersOnly, VisitorsOnly } from './guards.tsx';
import { loadPage } from './pages.ts';
import { Shell } from './shell.tsx';

const Home = lazy(() => loadPage('/'));
const Generator = lazy(() => loadPage('/generator'));
const Gallery = lazy(() => loadPage('/your-gallery'));
const Login = lazy(() => loadPage('/login'));
const Register = lazy(() => loadPage('/register'));

/** Pages of visitors, pages of members, and everything else, which leads home. The page before stays until the next has come. */
export function AppRoutes() {
  return (
    <Suspense fallback={<Boot />}>
      <Routes>
        <Route element={<VisitorsOnly />}>
          <Route path="/login" element={<Login />} />
          <Route path="/register" element={<Register />} />
        </Route>
        <Route element={<MembersOnly />}>
          <Route element={<Shell />}>
            <Route path="/" element={<Home />} />
            <Route path="/generator" element={<Generator />} />
            <Route path="/your-gallery" element={<Gallery />} />
          </Route>
        </Route>
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
