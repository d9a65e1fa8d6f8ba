import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Route } from '@easel/contracts/kernel/http';
import type { Call } from '@easel/contracts/kernel/testing/fake-server';
import { problems } from '@easel/contracts/kernel/problem';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { searchHttp } from '@easel/contracts/search/http';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import GalleryPage from '../features/gallery/gallery-page.tsx';
import PublicGalleryPage from '../features/public-gallery/public-gallery-page.tsx';
import { sampleGeneration } from '../features/generation/testing/sample-generation.ts';
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

describe('a page whose last item is gone', () => {
  const item = sampleGeneration({ id: '6d7c1b1e-1111-4c3f-9a55-000000000001', original_prompt: 'A fox' });
  /** One item on the first page, and none on any other. */
  const answer = ({ query }: Call) => ({
    success: true as const,
    items: query['page'] === '1' ? [item] : [],
    total: 1,
    pagination: { page: Number(query['page']), limit: 12, pages: 1, total: 1 },
  });
  // The cards are laid out once it is known how wide they may be.
  beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800));
  afterEach(() => void vi.restoreAllMocks());
  test.each([
    { what: 'the trash', at: '/your-gallery?view=trash&page=2', page: <GalleryPage />, route: galleryHttp.trash },
    { what: 'your gallery', at: '/your-gallery?page=2', page: <GalleryPage />, route: galleryHttp.own },
  ])('leads to the last page of $what', async ({ at, page, route }) => {
    server.reply(route, answer);
    show(page, { at });
    expect((await screen.findAllByText('A fox')).length).toBeGreaterThan(0);
    expect(server.callsOf(route).map(({ query }) => query['page'])).toEqual(['2', '1']);
  });

  test('leads to the last page of what was bought, and one of no items says so', async () => {
    server.reply(purchasesHttp.own, ({ query }) => ({
      success: true as const,
      items: [],
      titles: {},
      pagination: { page: Number(query['page']), limit: 12, pages: query['page'] === '1' ? 0 : 1, total: 0 },
    }));
    show(<PurchasesPage tier="free" />, { at: '/my-purchases?page=2' });
    expect(await screen.findByText('No purchases yet')).toBeTruthy();
    expect(server.callsOf(purchasesHttp.own).map(({ query }) => query['page'])).toEqual(['2', '1']);
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
