import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Route } from '@easel/contracts/kernel/http';
import { problems } from '@easel/contracts/kernel/problem';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { searchHttp } from '@easel/contracts/search/http';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import GalleryPage from '../features/gallery/gallery-page.tsx';
import PublicGalleryPage from '../features/public-gallery/public-gallery-page.tsx';
import { PurchasesPage } from '../features/purchases/purchases-page.tsx';
import { StatementPage } from '../features/statement/statement-page.tsx';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';

withFakeServer();
beforeEach(() => {
  signIn();
  server.reply(searchHttp.categories, { success: true as const, categories: [] });
});

const pagination = { page: 1, limit: 12, pages: 0, total: 0 };
const nothing = { success: true as const, items: [], total: 0, pagination };
const balance = { credits: 0, held: 0, dollars: 0, frozen: 0 };
const statement = <StatementPage funds={() => null} onOpenImage={() => {}} />;

interface List {
  what: string;
  page: ReactElement;
  route: Route;
  at: string;
  /** Answers that there is nothing. */
  empty: () => unknown;
  says: string;
  leadsTo?: string;
}

const lists: List[] = [
  {
    what: 'your gallery',
    page: <GalleryPage />,
    route: galleryHttp.own,
    at: '/your-gallery',
    empty: () => server.reply(galleryHttp.own, nothing),
    says: 'Your gallery is empty',
    leadsTo: '/generator',
  },
  {
    what: 'the wall',
    page: <GalleryPage />,
    route: galleryHttp.own,
    at: '/your-gallery?view=wall',
    empty: () => server.reply(galleryHttp.own, nothing),
    says: 'Your gallery is empty',
    leadsTo: '/generator',
  },
  {
    what: 'what was saved',
    page: <GalleryPage />,
    route: galleryHttp.own,
    at: '/your-gallery?category=saved',
    empty: () => server.reply(galleryHttp.own, nothing),
    says: 'Nothing saved yet',
  },
  {
    what: 'what was made public',
    page: <GalleryPage />,
    route: galleryHttp.own,
    at: '/your-gallery?category=public',
    empty: () => server.reply(galleryHttp.own, nothing),
    says: 'Nothing public yet',
  },
  {
    what: 'the public gallery',
    page: <PublicGalleryPage />,
    route: galleryHttp.public,
    at: '/public-gallery',
    empty: () => server.reply(galleryHttp.public, { ...nothing, nextCursor: null }),
    says: 'No public images yet',
    leadsTo: '/generator',
  },
  {
    what: 'what was bought',
    page: <PurchasesPage tier="free" />,
    route: purchasesHttp.own,
    at: '/my-purchases',
    empty: () => server.reply(purchasesHttp.own, { ...nothing, titles: {} }),
    says: 'No purchases yet',
    leadsTo: '/public-gallery',
  },
  {
    what: 'the statement',
    page: statement,
    route: ledgerHttp.statement,
    at: '/statement',
    empty: () => server.reply(ledgerHttp.statement, { success: true, entries: [], next: null, balance } as never),
    says: 'Nothing has moved your account yet',
  },
];

describe.each(lists)('$what', ({ page, route, at, empty, says, leadsTo }) => {
  test('says that it is loading', () => {
    server.hold(route);
    show(page, { at });
    expect(screen.getAllByText('Loading').length).toBeGreaterThan(0);
  });

  test('empty, it says so, and where to begin', async () => {
    empty();
    show(page, { at });
    expect(await screen.findByText(says)).toBeTruthy();
    if (leadsTo === undefined) return;
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(leadsTo);
  });

  test('refused, it says why and can be tried again', async () => {
    server.refuse(route, problems.tooMany);
    const user = show(page, { at });
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    expect(screen.getAllByText(problems.tooMany.message).length).toBeGreaterThan(0);
    empty();
    await user.click(button('Try again'));
    expect(await screen.findByText(says)).toBeTruthy();
  });
});

test('a search that finds nothing offers its end', async () => {
  server.reply(galleryHttp.public, { ...nothing, nextCursor: null });
  const user = show(<PublicGalleryPage />, { at: '/public-gallery?search=unicorn' });
  expect(await screen.findByText('No images found')).toBeTruthy();
  expect(server.callsOf(galleryHttp.public)[0]?.query).toMatchObject({ search: 'unicorn' });
  await user.click(screen.getByRole('link', { name: 'Clear the search' }));
  expect(await screen.findByText('No public images yet')).toBeTruthy();
});

test('filters that nothing passes can be taken back', async () => {
  server.reply(galleryHttp.own, nothing);
  const user = show(<GalleryPage />, { at: '/your-gallery?style=anime' });
  await user.click(await screen.findByRole('button', { name: 'Show everything' }));
  expect(await screen.findByText('Your gallery is empty')).toBeTruthy();
});
