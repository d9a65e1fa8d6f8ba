import { brand } from '@easel/contracts/brand';
import {
  BadgeCheck,
  ChartColumn,
  FolderHeart,
  Frame,
  Globe,
  Heart,
  Images,
  LayoutDashboard,
  Package,
  Percent,
  ReceiptText,
  Shirt,
  ShoppingBag,
  ShoppingCart,
  Sparkles,
  Store,
  Tag,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { createStore } from '../lib/store.ts';
import { token } from '../lib/token.ts';
import { unknownPage, type PageMetadata } from '../ui/metadata.tsx';

export type LoadPage = () => Promise<{ default: ComponentType }>;

interface PageRow extends Partial<PageMetadata> {
  /** Fetched when somebody is about to go there. */
  load: LoadPage;
  /** Members' own, where visitors are shown what is not for members. */
  loadForMembers?: LoadPage;
  /** Members are led on from a visitors' page; visitors are led to the sign-in page from a members' page. */
  for: 'members' | 'visitors' | 'everyone';
  /** It has a button of its own by which pictures are made: one a screen is enough. */
  generates?: true;
  /** Its entry in the side drawer, which shows them in this order. */
  menu?: { label: string; Icon: LucideIcon };
}

/**
 * Lists every page by its path; navigation shows these and no others. A page without title and description sets its
 * own. spec: member-experience §2 "Page metadata".
 */
const table = {
  '/': {
    load: () => import('./home-page.tsx'),
    for: 'members',
    title: 'Dashboard',
    description: 'Your recent images, your figures this month, and every tool of the studio.',
    generates: true,
    menu: { label: 'Dashboard', Icon: LayoutDashboard },
  },
  '/generator': {
    load: () => import('./generator-route.tsx'),
    for: 'members',
    title: 'Creative Studio',
    description: 'Describe a picture, choose model, shape and size, and watch it being made.',
    generates: true,
    menu: { label: 'Generator', Icon: Sparkles },
  },
  '/your-gallery': {
    load: () => import('./gallery-route.tsx'),
    for: 'members',
    title: 'Your Gallery',
    description: 'Every image you made, to search, download, share or publish.',
    menu: { label: 'Your Gallery', Icon: Images },
  },
  '/public-gallery': {
    load: () => import('./public-gallery-route.tsx'),
    for: 'everyone',
    title: 'Public Gallery',
    description: `Pictures that members of ${brand.name} have shown to everyone.`,
    menu: { label: 'Public Gallery', Icon: Globe },
  },
  '/shop': {
    load: () => import('./shop-route.tsx'),
    for: 'everyone',
    title: 'Shop',
    description: 'Your pictures on T-shirts, posters, mugs and more, made to order.',
    menu: { label: 'Shop', Icon: Store },
  },
  '/my-purchases': {
    load: () => import('./purchases-route.tsx'),
    for: 'members',
    title: 'My Purchases',
    description: 'Every image you bought, to download again at no cost.',
    menu: { label: 'My Purchases', Icon: ShoppingBag },
  },
  '/orders': {
    load: () => import('../features/orders/orders-page.tsx'),
    for: 'members',
    title: 'Orders',
    description: 'What you ordered by card, and what became of it.',
    menu: { label: 'Orders', Icon: Package },
  },
  '/orders/:id': {
    load: () => import('../features/orders/order-page.tsx'),
    for: 'members',
    title: 'Order',
    description: 'What you ordered, what became of it, and its files.',
  },
  '/favorites': {
    load: () => import('./favorites-route.tsx'),
    for: 'members',
    title: 'My Favorites',
    description: 'The pictures you have taken to, your own and those of others.',
    menu: { label: 'Favorites', Icon: Heart },
  },
  '/collections': {
    load: () => import('./collections-route.tsx'),
    for: 'members',
    title: 'Collections',
    description: 'Your pictures, put together to be found again or shared by a link.',
    menu: { label: 'Collections', Icon: FolderHeart },
  },
  '/collections/:id': {
    load: () => import('./collection-route.tsx'),
    for: 'members',
    title: 'Collection',
    description: 'Pictures that you have put together.',
  },
  '/following': {
    load: () => import('./following-route.tsx'),
    for: 'members',
    title: 'Following',
    description: 'The newest public pictures by the people you follow.',
    menu: { label: 'Following', Icon: UsersRound },
  },
  '/tshirt-competition': {
    load: () => import('./tshirt-challenge-route.tsx'),
    for: 'everyone',
    title: 'T-Shirt Design Challenge',
    description: 'The monthly challenge for shirt designs: its theme, entries, leaderboard and winners.',
    menu: { label: 'T-Shirt Challenge', Icon: Shirt },
  },
  '/poster-competition': {
    load: () => import('./poster-challenge-route.tsx'),
    for: 'everyone',
    title: 'Poster Design Challenge',
    description: 'The monthly challenge for posters: its theme, entries, leaderboard and winners.',
    menu: { label: 'Poster Challenge', Icon: Frame },
  },
  '/analytics': {
    load: () => import('./analytics-route.tsx'),
    for: 'members',
    title: 'Analytics',
    description: 'What you made, how it went, and what you did with it.',
    menu: { label: 'Analytics', Icon: ChartColumn },
  },
  '/profile': {
    load: () => import('./profile-route.tsx'),
    for: 'members',
    title: 'Profile',
    description: 'Your account, plan, preferences, password and signed-in devices.',
    menu: { label: 'Profile', Icon: UserRound },
  },
  '/curator-dashboard': {
    load: () => import('../features/curators/dashboard-page.tsx'),
    for: 'members',
    title: 'Curator Dashboard',
    description: 'Your section, your prices, and what your pictures bring you as a curator.',
    menu: { label: 'Curator Dashboard', Icon: BadgeCheck },
  },
  '/statement': {
    load: () => import('./statement-route.tsx'),
    for: 'members',
    title: 'Statement',
    description: 'What your account holds, and every credit and cent that came or went.',
    menu: { label: 'Statement', Icon: ReceiptText },
  },
  '/profit-sharing': {
    load: () => import('../features/profits/profit-sharing-page.tsx'),
    for: 'members',
    title: 'Profit Sharing',
    description: 'What your pictures earned, where it is now, and your payouts.',
    menu: { label: 'Profit Sharing', Icon: Percent },
  },
  '/invoices/:number': {
    load: () => import('./invoice-route.tsx'),
    for: 'members',
    title: 'Invoice',
    description: 'What you paid for, when and how much, to print or keep.',
  },
  '/pricing': {
    load: () => import('./pricing-route.tsx'),
    for: 'everyone',
    title: 'Pricing',
    description: 'Plans, what a credit buys, and how to earn credits with public images.',
    menu: { label: 'Pricing', Icon: Tag },
  },
  '/cart': {
    load: () => import('./cart-route.tsx'),
    for: 'members',
    title: 'Your Cart',
    description: 'What waits to be paid for.',
    menu: { label: 'Cart', Icon: ShoppingCart },
  },
  '/checkout': {
    load: () => import('./checkout-route.tsx'),
    for: 'members',
    title: 'Checkout',
    description: 'Your details, your payment, and a last look at your order.',
  },
  '/search': {
    load: () => import('./front-door-route.tsx'),
    loadForMembers: () => import('./search-route.tsx'),
    for: 'everyone',
    title: 'Discover',
    description: 'Search public pictures by word, category and trend.',
  },
  '/image/:id': {
    load: () => import('./image-route.tsx'),
    for: 'everyone',
  },
  '/u/:name': {
    load: () => import('./person-route.tsx'),
    for: 'everyone',
  },
  '/shared/:token': {
    load: () => import('../features/shares/shared-page.tsx'),
    for: 'everyone',
    title: 'Shared with you',
    description: 'Pictures that somebody shows to whoever has the link.',
  },
  '/payment-result': {
    load: () => import('./payment-result-route.tsx'),
    for: 'members',
    title: 'Your payment',
    description: 'What became of your checkout.',
  },
  '/login': {
    load: () => import('../features/members/login-page.tsx'),
    for: 'visitors',
    title: 'Sign in',
    description: `Sign in to ${brand.name} and pick up where you left off.`,
  },
  '/register': {
    load: () => import('../features/members/register-page.tsx'),
    for: 'visitors',
    title: 'Create your account',
    description: `Join ${brand.name}: every account gets free credits each month.`,
  },
  '/reset-password': {
    load: () => import('../features/members/reset-password-page.tsx'),
    for: 'everyone',
    title: 'Reset your password',
    description: 'Choose a new password by the link from your mail.',
  },
  '/undo-email-change': {
    load: () => import('../features/members/undo-email-change-page.tsx'),
    for: 'everyone',
  },
  '/unsubscribe': {
    load: () => import('../features/members/unsubscribe-page.tsx'),
    for: 'everyone',
    title: 'Marketing emails',
    description: 'Whether marketing emails are sent to you.',
  },
  '/verify-success': {
    load: () => import('../features/members/verify-success-page.tsx'),
    for: 'everyone',
    title: 'Email verification',
    description: 'Whether your email address could be confirmed.',
  },
  '/report-feature': {
    load: () => import('../features/messages/report-feature-page.tsx'),
    for: 'everyone',
    title: 'Request a Feature',
    description: `What ${brand.name} should be able to do: tell those who build it.`,
  },
  '/report-bug': {
    load: () => import('../features/messages/report-bug-page.tsx'),
    for: 'everyone',
    title: 'Report a Bug',
    description: 'Something broke or looks wrong: say what happened, and we look into it.',
  },
  '/contact': {
    load: () => import('../features/messages/contact-page.tsx'),
    for: 'everyone',
    title: 'Contact Us',
    description: 'A question, a problem or a proposal: write to us and we reply by email.',
  },
  '/about': {
    load: () => import('../features/static/about-page.tsx'),
    for: 'everyone',
    title: 'About',
    description: `What ${brand.name} is for, how it began and what it stands for.`,
  },
  '/verify-image': {
    load: () => import('../features/origin/verify-page.tsx'),
    for: 'everyone',
    title: 'Verify an Image',
    description: `Whether a file came from ${brand.name}, and whether it was changed since.`,
  },
  '/disclaimer': {
    load: () => import('../features/static/disclaimer-page.tsx'),
    for: 'everyone',
    title: 'Legal Disclaimer',
    description: `What ${brand.name} vouches for and what it does not.`,
  },
  '/privacy-policy': {
    load: () => import('../features/static/privacy-page.tsx'),
    for: 'everyone',
    title: 'Privacy Policy',
    description: `What ${brand.name} keeps about you, why, for how long, and how to have it erased.`,
  },
  '/terms-conditions': {
    load: () => import('../features/static/terms-page.tsx'),
    for: 'everyone',
    title: 'Terms & Conditions',
    description: `The rules for using ${brand.name}: accounts, credits, images, sales and challenges.`,
  },
} satisfies Record<string, PageRow>;

export const pages: Readonly<Record<string, PageRow>> = table;

export const metadataAt = (path: string): PageMetadata => ({ ...unknownPage, ...pages[path] });

/** Other addresses of pages, in effect once the page exists. spec: rulings "Routes". */
const otherNames: Readonly<Record<string, string>> = {
  '/gallery': '/public-gallery',
  '/design-challenges/t-shirt': '/tshirt-competition',
  '/design-challenges/poster': '/poster-competition',
};

export const redirects = Object.entries(otherNames).filter(([from, to]) => to in pages && !(from in pages));

/** Whether a link to this path leads to a page. */
export const leadsSomewhere = (path: string): boolean => path in pages || (otherNames[path] ?? '') in pages;

/** What visitors find at the site's own address, and by this path as well. */
export const FRONT_DOOR = '/search';

/** How many pages are being fetched because somebody went there. */
export const pagesUnderWay = createStore(0);

/** What brings the page at a path of the table, to a member or to a visitor. */
export function loaderOf(path: string, signedIn: boolean): LoadPage {
  const page = pages[path];
  if (!page) throw new RangeError(`No page at ${path}`);
  return (signedIn && page.loadForMembers) || page.load;
}

/** Fetches a page for a navigation. */
export async function loadPage(load: LoadPage): ReturnType<LoadPage> {
  pagesUnderWay.set(pagesUnderWay.get() + 1);
  try {
    return await load();
  } finally {
    pagesUnderWay.set(pagesUnderWay.get() - 1);
  }
}

/** The path in the table under which the page at an address stands; undefined where there is none. */
export function patternAt(address: string): string | undefined {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path in pages ? path : Object.keys(pages).find((pattern) => matchPath(pattern, path));
}

/** For the pointer or the focus near a link. A failure is left to the navigation itself. */
export function prefetchPage(address: string): void {
  const pattern = patternAt(address);
  if (pattern !== undefined) loaderOf(pattern, token.get() !== null)().catch(() => {});
}
