import { createStore } from '../lib/store.ts';

/** The code of each page, by its path; fetched when somebody is about to go there. */
const loaders = {
  '/': () => import('./home-page.tsx'),
  '/generator': () => import('./generator-route.tsx'),
  '/your-gallery': () => import('../features/gallery/gallery-page.tsx'),
  '/login': () => import('../features/members/login-page.tsx'),
  '/register': () => import('../features/members/register-page.tsx'),
};
type PagePath = keyof typeof loaders;

/** How many pages are being fetched because somebody went there. */
export const pagesUnderWay = createStore(0);

/** Fetches a page for a navigation. */
export async function loadPage(path: PagePath) {
  pagesUnderWay.set(pagesUnderWay.get() + 1);
  try {
    return await loaders[path]();
  } finally {
    pagesUnderWay.set(pagesUnderWay.get() - 1);
  }
}

/** For the pointer or the focus near a link. A failure is left to the navigation itself. */
export function prefetchPage(path: string): void {
  const known = path.split(/[?#]/, 1)[0] ?? '';
  if (known in loaders) loaders[known as PagePath]().catch(() => {});
}
