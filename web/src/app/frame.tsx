import { lazy } from 'react';
import { useIsSignedIn } from '../features/members/session.ts';
import { loadShell } from './shell-loader.ts';
import { VisitorFrame } from './visitor-frame.tsx';

const Shell = lazy(() => loadShell().then((module) => ({ default: module.Shell })));

/** What stands around every page: the member's tools, or the visitors' bar. */
export const Frame = () => (useIsSignedIn() ? <Shell /> : <VisitorFrame />);
