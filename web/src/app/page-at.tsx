import { createElement, lazy, type ReactElement } from 'react';
import { useIsSignedIn } from '../features/members/session.ts';
import { token } from '../lib/token.ts';
import { loaderOf, loadPage, type LoadPage } from './pages.ts';

/** Pages whose code is here: they are rendered at once, without a moment of nothing. */
const here = new Map<LoadPage, ReactElement>();
const coming = new Map<LoadPage, ReactElement>();

/** Fetches a page's code so that it can be rendered at once. */
export async function readyPage(path: string): Promise<void> {
  const load = loaderOf(path, token.get() !== null);
  here.set(load, createElement((await loadPage(load)).default));
}

function comingPage(load: LoadPage): ReactElement {
  const known = coming.get(load) ?? createElement(lazy(() => loadPage(load)));
  coming.set(load, known);
  return known;
}

/** The page at a path of the table. */
export function PageAt({ path }: { path: string }) {
  const load = loaderOf(path, useIsSignedIn());
  return here.get(load) ?? comingPage(load);
}
