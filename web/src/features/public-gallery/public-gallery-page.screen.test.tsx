import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import { problems } from '@easel/contracts/kernel/problem';
import { searchHttp } from '@easel/contracts/search/http';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { button, server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import PublicGalleryPage from './public-gallery-page.tsx';

withFakeServer();

const picture = (n: number, prompt = `Picture ${n}`): Generation =>
  sampleGeneration({
    id: `6d7c1b1e-1111-4c3f-9a55-${String(n).padStart(12, '0')}`,
    original_prompt: prompt,
    status: 'completed',
    isPublic: true,
    categories: ['public'],
    variant_count: 1,
    variants: [sampleVariant(`v${n}`)],
  });

/** As many pictures as this, paged by number and by cursors that are places. */
function has(count: number): void {
  server.reply(galleryHttp.public, ({ query }) => {
    const limit = Number(query['limit'] ?? 12);
    const before = query['cursor'] === undefined ? (Number(query['page'] ?? 1) - 1) * limit : Number(query['cursor']);
    const total = query['category'] === 'people' ? 0 : count;
    const until = Math.min(total, before + limit);
    return {
      success: true as const,
      items: Array.from({ length: Math.max(0, until - before) }, (_, n) => picture(before + n + 1)),
      total,
      pagination: { page: Math.floor(before / limit) + 1, limit, pages: Math.ceil(total / limit), total },
      nextCursor: query['search'] === undefined && until < total ? String(until) : null,
    };
  });
}

/** Parts of a page are as near as they say, once they are told. */
let approach: (() => void)[];
class FakeObserver {
  constructor(private readonly told: IntersectionObserverCallback) {}
  observe(target: Element): void {
    const entry = { target, isIntersecting: true, boundingClientRect: { height: 0 }, intersectionRatio: 1 };
    approach.push(() => this.told([entry as never], this as never));
  }
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  approach = [];
  server
    .reply(searchHttp.categories, {
      success: true as const,
      categories: [
        { id: 'sea', name: 'Sea', count: 2, images: [] },
        { id: 'space', name: 'Space', count: 1, images: [] },
      ],
    })
    .reply(searchHttp.suggestions, ({ query }) => ({
      success: true as const,
      suggestions: query['q'] ? [`${query['q']} boat`] : ['dragon', 'space'],
    }));
});

const at = (query = '') => show(<PublicGalleryPage />, { at: `/public-gallery${query}` });
const shown = () => screen.queryAllByRole('link', { name: /^Open: / }).map((link) => link.getAttribute('aria-label'));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `Open: Picture ${from + n}`);
const asked = () => server.callsOf(galleryHttp.public).map(({ query }) => query);
const view = (name: string) => within(screen.getByRole('navigation', { name: 'View' })).getByRole('link', { name });

describe('more by a button', () => {
  test('goes on from the last picture seen, until there is no more', async () => {
    has(15);
    const user = at();
    expect(await screen.findByText('15 images')).toBeTruthy();
    expect(shown()).toEqual(numbers(1, 12));
    expect(view('Load more').getAttribute('aria-current')).toBe('true');
    await user.click(button('Load more'));
    await waitFor(() => expect(shown()).toEqual(numbers(1, 15)));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(asked().map(({ cursor }) => cursor)).toEqual([undefined, '12']);
  });

  test('that cannot be had keeps what is there, and can be tried again', async () => {
    has(15);
    const user = at();
    await screen.findByText('15 images');
    server.refuse(galleryHttp.public, problems.tooMany);
    await user.click(button('Load more'));
    expect(await screen.findByText('Failed to load more')).toBeTruthy();
    expect(shown()).toEqual(numbers(1, 12));
    has(15);
    await user.click(button('Load more'));
    await waitFor(() => expect(shown()).toEqual(numbers(1, 15)));
  });
});

describe('by pages', () => {
  test('each has its button and its address, and is one page alone', async () => {
    has(100);
    const user = at('?view=pages&page=5');
    expect(await screen.findByText('100 images')).toBeTruthy();
    expect(shown()).toEqual(numbers(49, 60));
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByText(/./).map(({ textContent }) => textContent)).toEqual(['1', '…', '4', '5', '6', '…', '9']);
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('5');
    await user.click(pages.getByRole('link', { name: 'Page 9' }));
    await waitFor(() => expect(shown()).toEqual(numbers(97, 100)));
    expect(asked().at(-1)).toMatchObject({ page: '9', limit: '12' });
  });

  test('one after the last leads to the last', async () => {
    has(15);
    at('?view=pages&page=9');
    await waitFor(() => expect(shown()).toEqual(numbers(13, 15)));
  });

  test('that cannot be read says so', async () => {
    server.refuse(galleryHttp.public, problems.tooMany);
    const user = at('?view=pages&page=2');
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    has(15);
    await user.click(button('Try again'));
    await waitFor(() => expect(shown()).toEqual(numbers(13, 15)));
  });
});

describe('all there are', () => {
  test('come chunk by chunk as somebody scrolls to them, each after the one before', async () => {
    has(50);
    at('?view=all');
    expect(await screen.findByText('50 images')).toBeTruthy();
    expect(shown()).toEqual(numbers(1, 24));
    expect(document.querySelectorAll('[data-endless] a[href^="/image/"]')).toHaveLength(24);
    expect(asked()).toHaveLength(1);
    act(() => approach.at(-1)?.());
    await waitFor(() => expect(shown()).toEqual(numbers(1, 48)));
    act(() => approach.at(-1)?.());
    await waitFor(() => expect(shown()).toEqual(numbers(1, 50)));
    expect(asked().map(({ cursor }) => cursor)).toEqual([undefined, '24', '48']);
  });

  test('that cannot be read say so, and can be tried again', async () => {
    server.refuse(galleryHttp.public, problems.tooMany);
    const user = at('?view=all');
    expect(await screen.findByText('Failed to load all images')).toBeTruthy();
    has(3);
    await user.click(button('Try again'));
    await waitFor(() => expect(shown()).toEqual(numbers(1, 3)));
  });

  test('are none', async () => {
    has(0);
    at('?view=all');
    expect(await screen.findByText('No public images yet')).toBeTruthy();
  });
});

test('the view is chosen by links that keep what is searched for', async () => {
  has(30);
  const user = at('?category=sea&search=boat');
  await screen.findByText('30 images');
  expect(view('Pages').getAttribute('href')).toBe('/public-gallery?category=sea&search=boat&view=pages');
  expect(view('Show all').getAttribute('href')).toBe('/public-gallery?category=sea&search=boat&view=all');
  await user.click(view('Pages'));
  expect(await screen.findByRole('navigation', { name: 'Pages' })).toBeTruthy();
  expect(asked().at(-1)).toEqual({ limit: '12', category: 'sea', search: 'boat', page: '1' });
});

describe('categories', () => {
  const categories = () => within(screen.getByRole('navigation', { name: 'Categories' }));

  test('are those that have public pictures; the chosen one leads back', async () => {
    has(3);
    const user = at('?view=pages');
    await user.click(await categories().findByRole('link', { name: 'Sea' }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ category: 'sea' }));
    expect(categories().getByRole('link', { current: true }).textContent).toBe('Sea');
    expect(categories().getByRole('link', { name: 'Sea' }).getAttribute('href')).toBe('/public-gallery?view=pages');
    expect(categories().getByRole('link', { name: 'All' }).getAttribute('href')).toBe('/public-gallery?view=pages');
  });

  test.each(['', '&view=pages', '&view=all'])('one without pictures says so and shows the latest%s', async (rest) => {
    has(30);
    at(`?category=people${rest}`);
    const notice = 'Nothing public in “People” yet. These are the latest public images.';
    expect(await screen.findByText(notice)).toBeTruthy();
    expect(shown()).toEqual(numbers(1, 20));
    expect(asked().at(-1)).toEqual({ page: '1', limit: '20' });
  });
});

describe('the search', () => {
  test('suggests what is popular before anything is typed, then what begins so', async () => {
    has(3);
    const user = at();
    await user.click(await screen.findByRole('combobox', { name: 'Search the public gallery' }));
    expect(await screen.findByRole('option', { name: 'dragon' })).toBeTruthy();
    await user.keyboard('sa');
    expect(await screen.findByRole('option', { name: 'sa boat' })).toBeTruthy();
  });

  test.each(['more', 'pages', 'all'])('is recorded where it is meant, with what the view by %s finds', async (view) => {
    has(3);
    server.reply(searchHttp.perform, { success: true as const });
    const user = at(`?view=${view}&page=2`);
    await user.type(await screen.findByRole('combobox'), 'red fox{Enter}');
    await waitFor(() => expect(server.callsOf(searchHttp.perform)).toHaveLength(1));
    expect(server.callsOf(searchHttp.perform)[0]?.body).toEqual({ q: 'red fox', found: 3 });
    expect(asked().filter(({ search }) => search === 'red fox')).toEqual([
      expect.objectContaining({ search: 'red fox', page: '1' }),
    ]);
  });

  test('within a category says nothing of what the words find', async () => {
    has(3);
    server.reply(searchHttp.perform, { success: true as const });
    const user = at('?category=sea');
    await user.type(await screen.findByRole('combobox'), 'red fox{Enter}');
    await waitFor(() => expect(server.callsOf(searchHttp.perform)).toHaveLength(1));
    expect(server.callsOf(searchHttp.perform)[0]?.body).toEqual({ q: 'red fox' });
  });

  test('goes on by number', async () => {
    has(15);
    const user = at('?search=fox');
    await screen.findByText('15 images');
    await user.click(button('Load more'));
    await waitFor(() => expect(shown()).toEqual(numbers(1, 15)));
    expect(asked().at(-1)).toEqual({ limit: '12', search: 'fox', page: '2' });
  });

  test('that finds nothing offers its end, and keeps the category', async () => {
    has(0);
    at('?search=unicorn&category=sea');
    expect(await screen.findByText('No images found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clear the search' }).getAttribute('href')).toBe(
      '/public-gallery?category=sea',
    );
  });

  test('is a plain form where there is no script', async () => {
    has(3);
    at('?category=sea&view=pages');
    const form = screen.getByRole('search') as HTMLFormElement;
    expect(Object.fromEntries(new FormData(form))).toEqual({ category: 'sea', view: 'pages', search: '' });
    await screen.findByText('3 images');
  });
});
