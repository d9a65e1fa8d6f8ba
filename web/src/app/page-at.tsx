import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadPage } from './pages.ts';

/** Pages whose code is here: they are rendered at once, without a moment of nothing. */
const here = new Map<string, ComponentType>();
const coming = new Map<string, LazyExoticComponent<ComponentType>>();

/** Fetches a page's code so that it can be rendered at once. */
export async function readyPage(path: string): Promise<void> {
  here.set(path, (await loadPage(path)).default);
}

const comingPage = (path: string): LazyExoticComponent<ComponentType> => {
  const known = coming.get(path) ?? lazy(() => loadPage(path));
  coming.set(path, known);
  return known;
};

/** The page at a path of the table. */
export function PageAt({ path }: { path: string }) {
  const Page = here.get(path) ?? comingPage(path);
  return <Page />;
}
