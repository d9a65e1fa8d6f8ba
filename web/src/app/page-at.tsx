import { createElement, lazy, type ReactElement } from 'react';
import { loadPage } from './pages.ts';

/** Pages whose code is here: they are rendered at once, without a moment of nothing. */
const here = new Map<string, ReactElement>();
const coming = new Map<string, ReactElement>();

/** Fetches a page's code so that it can be rendered at once. */
export async function readyPage(path: string): Promise<void> {
  here.set(path, createElement((await loadPage(path)).default));
}

function comingPage(path: string): ReactElement {
  const known = coming.get(path) ?? createElement(lazy(() => loadPage(path)));
  coming.set(path, known);
  return known;
}

/** The page at a path of the table. */
export const PageAt = ({ path }: { path: string }) => here.get(path) ?? comingPage(path);
