import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { createStore } from '../lib/store.ts';

interface PageRow {
  /** Fetched when somebody is about to go there. */
  load: () => Promise<{ default: ComponentType }>;
  /** Members are led on from a visitors' page; visitors are led to the sign-in page from a members' page. */
  for: 'members' | 'visitors' | 'everyone';
}

/** Every page by its path. Navigation shows what is here, and nothing else. */
const table = {
  '/': { load: () => import('./home-page.tsx'), for: 'members' },
  '/generator': { load: () => import('./generator-route.tsx'), for: 'members' },
  '/your-gallery': { load: () => import('../features/gallery/gallery-page.tsx'), for: 'members' },
  '/public-gallery': { load: () => import('../features/public-gallery/public-gallery-page.tsx'), for: 'everyone' },
  // Discovery has no page of its own yet: it begins with what there is to discover.
  '/search': { load: () => import('../features/public-gallery/public-gallery-page.tsx'), for: 'everyone' },
  '/image/:id': { load: () => import('../features/public-gallery/image-page.tsx'), for: 'everyone' },
  '/favorites': { load: () => import('./favorites-route.tsx'), for: 'members' },
  '/my-purchases': { load: () => import('./purchases-route.tsx'), for: 'members' },
  '/statement': { load: () => import('./statement-route.tsx'), for: 'members' },
  '/cart': { load: () => import('./cart-route.tsx'), for: 'members' },
  '/pricing': { load: () => import('./pricing-route.tsx'), for: 'everyone' },
  '/payment-result': { load: () => import('./payment-result-route.tsx'), for: 'members' },
  '/profile': { load: () => import('./profile-route.tsx'), for: 'members' },
  '/login': { load: () => import('../features/members/login-page.tsx'), for: 'visitors' },
  '/register': { load: () => import('../features/members/register-page.tsx'), for: 'visitors' },
  '/reset-password': { load: () => import('../features/members/reset-password-page.tsx'), for: 'everyone' },
  '/undo-email-change': { load: () => import('../features/members/undo-email-change-page.tsx'), for: 'everyone' },
  '/verify-success': { load: () => import('../features/members/verify-success-page.tsx'), for: 'everyone' },
  '/report-feature': { load: () => import('../features/messages/report-feature-page.tsx'), for: 'everyone' },
  '/report-bug': { load: () => import('../features/messages/report-bug-page.tsx'), for: 'everyone' },
  '/contact': { load: () => import('../features/messages/contact-page.tsx'), for: 'everyone' },
  '/about': { load: () => import('../features/static/about-page.tsx'), for: 'everyone' },
  '/disclaimer': { load: () => import('../features/static/disclaimer-page.tsx'), for: 'everyone' },
  '/privacy-policy': { load: () => import('../features/static/privacy-page.tsx'), for: 'everyone' },
  '/terms-conditions': { load: () => import('../features/static/terms-page.tsx'), for: 'everyone' },
} satisfies Record<string, PageRow>;

export const pages: Readonly<Record<string, PageRow>> = table;

/** Other addresses of pages: ruled in the design's routes; they hold once their page exists. */
const otherNames: Readonly<Record<string, string>> = {
  '/gallery': '/public-gallery',
  '/design-challenges/t-shirt': '/tshirt-competition',
  '/design-challenges/poster': '/poster-competition',
};

export const redirects = Object.entries(otherNames).filter(([from, to]) => to in pages && !(from in pages));

/** Whether a link to this path leads to a page. */
export const leadsSomewhere = (path: string): boolean => path in pages || (otherNames[path] ?? '') in pages;

/** Where visitors are led from `/` and from unknown addresses. */
export const visitorsHome = ['/search', '/public-gallery'].find((path) => path in pages) ?? '/login';

/** How many pages are being fetched because somebody went there. */
export const pagesUnderWay = createStore(0);

/** Fetches a page for a navigation. */
export async function loadPage(path: string): Promise<{ default: ComponentType }> {
  const page = pages[path];
  if (!page) throw new RangeError(`No page at ${path}`);
  pagesUnderWay.set(pagesUnderWay.get() + 1);
  try {
    return await page.load();
  } finally {
    pagesUnderWay.set(pagesUnderWay.get() - 1);
  }
}

/** For the pointer or the focus near a link. A failure is left to the navigation itself. */
export function prefetchPage(address: string): void {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const page = pages[path] ?? Object.entries(pages).find(([pattern]) => matchPath(pattern, path))?.[1];
  page?.load().catch(() => {});
}
