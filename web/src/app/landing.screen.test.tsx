import { competitionsHttp } from '@easel/contracts/competitions/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import { problems } from '@easel/contracts/kernel/problem';
import { searchHttp } from '@easel/contracts/search/http';
import { planCards } from '@easel/contracts/subscriptions/policy';
import { trialsHttp } from '@easel/contracts/trials/http';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import FrontDoorRoute from './front-door-route.tsx';

withFakeServer();

const picture = (n: number, likes = 0): Generation => ({
  ...sampleGeneration({
    id: `6d7c1b1e-1111-4c3f-9a55-0000000000${String(n).padStart(2, '0')}`,
    original_prompt: `Picture ${n}`,
    status: 'completed',
    isPublic: true,
    variant_count: 1,
    variants: [sampleVariant(`v${n}`)],
  }),
  author: { id: '6d7c1b1e-2222-4c3f-9a55-000000000001', name: 'mira' },
  likes,
});
/** The third is liked most. */
const twelve = Array.from({ length: 12 }, (_, n) => picture(n + 1, n === 2 ? 5 : 0));
const newest = (items: readonly Generation[], total = items.length) => ({
  success: true as const,
  items: [...items],
  total,
  pagination: { page: 1, limit: 24, pages: 1, total },
  nextCursor: null,
});
const opened = (root: HTMLElement = document.body) =>
  within(root)
    .queryAllByRole('link', { name: /^Open: / })
    .map((link) => link.getAttribute('aria-label')?.slice('Open: '.length));

beforeEach(() => {
  server
    .reply(galleryHttp.public, newest(twelve, 1234))
    .reply(competitionsHttp.challenge, { success: true, open: null, next: null, past: [] })
    .reply(searchHttp.categories, { success: true, categories: [] })
    .reply(searchHttp.trending, { success: true, trending: [] })
    .reply(searchHttp.suggestions, { success: true, suggestions: [] })
    .reply(trialsHttp.current, { success: true, trial: null });
});
const at = () => show(<FrontDoorRoute />, { at: '/search' });

describe('the front door', () => {
  test('says in one sentence what this is, and how to begin', async () => {
    at();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Easel makes pictures from words.');
    expect(document.title).toBe('Pictures from words · Easel');
    expect(screen.getByRole('textbox', { name: 'Describe a picture' })).toBeTruthy();
    expect(button('Make it')).toBeTruthy();
    await screen.findByRole('list', { name: 'Chosen pictures' });
    expect(screen.getByRole('link', { name: 'Create your account' }).getAttribute('href')).toBe('/register');
    expect(
      screen.getAllByText('A free account has 50 credits every month: 10 pictures at 1K. No card needed.'),
    ).toHaveLength(2);
  });

  test('shows what is liked most large, nine more beside it, and each picture once', async () => {
    at();
    const wall = await screen.findByRole('list', { name: 'Chosen pictures' });
    expect(opened()[0]).toBe('Picture 3');
    expect(opened(wall)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10].map((n) => `Picture ${n}`));
    expect(opened(screen.getByRole('list', { name: 'Newest images' }))).toEqual(['Picture 11', 'Picture 12']);
    const [lead, ...others] = [...document.querySelectorAll('article img')];
    expect([lead?.getAttribute('loading'), lead?.getAttribute('fetchpriority')]).toEqual(['eager', 'high']);
    expect(others.at(-1)?.getAttribute('loading')).toBe('lazy');
  });

  test('opens a picture where it is, to be downloaded', async () => {
    const user = at();
    await user.click(await screen.findByRole('link', { name: 'Open: Picture 3' }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Image preview' }));
    expect(viewer.getByText('Picture 3')).toBeTruthy();
    expect(viewer.getByRole('button', { name: 'Download watermarked' })).toBeTruthy();
    await user.click(viewer.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('has three steps, both challenges, every plan’s price, and what can be counted', async () => {
    at();
    const steps = (await screen.findByRole('heading', { name: 'How it works' })).closest('section');
    expect(within(steps as HTMLElement).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByRole('link', { name: /^T-Shirt Design Challenge/ }).getAttribute('href')).toBe(
      '/tshirt-competition',
    );
    expect(screen.getByRole('link', { name: /^Poster Design Challenge/ }).getAttribute('href')).toBe(
      '/poster-competition',
    );
    expect(
      screen.getByText('A picture costs 5 credits at 1K, 10 at 2K, 20 at 4K. You see the price before you pay.'),
    ).toBeTruthy();
    for (const { name } of planCards)
      expect(screen.getByRole('heading', { name: new RegExp(`^${name}`) })).toBeTruthy();
    expect(screen.getByText('$9.99')).toBeTruthy();
    expect(screen.getByText('30 pictures at 1K')).toBeTruthy();
    expect(screen.getByText('1,234').nextSibling ?? screen.getByText('1,234').previousSibling).toHaveProperty(
      'textContent',
      'public pictures',
    );
  });

  test('waits with what would be pushed down until the pictures are known', () => {
    server.hold(galleryHttp.public);
    at();
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.getByText('Loading').getAttribute('role')).toBe('status');
    for (const name of ['How it works', 'Prices', 'Newest images']) expect(screen.queryByText(name)).toBeNull();
  });

  test('says so where the pictures cannot be read, and has everything else', async () => {
    server.refuse(galleryHttp.public, problems.tooMany);
    const user = at();
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    for (const name of ['How it works', 'Prices']) expect(screen.getByRole('heading', { name })).toBeTruthy();
    expect(screen.queryByText('public pictures')).toBeNull();
    server.reply(galleryHttp.public, newest(twelve));
    await user.click(button('Try again'));
    expect(await screen.findByRole('link', { name: 'Open: Picture 3' })).toBeTruthy();
  });

  test('with nothing public yet, it says so and claims nothing', async () => {
    server.reply(galleryHttp.public, newest([]));
    at();
    expect(await screen.findByText('No public images yet')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Chosen pictures' })).toBeNull();
    expect(screen.queryByText('0')).toBeNull();
  });
});

test('members discover, and are sold nothing', async () => {
  signIn();
  server.reply(searchHttp.categories, { success: true, categories: [] });
  at();
  expect(await screen.findByRole('list', { name: 'Newest images' })).toBeTruthy();
  expect(opened()).toHaveLength(12);
  for (const name of ['How it works', 'Prices']) expect(screen.queryByText(name)).toBeNull();
  expect(screen.getByRole('link', { name: /^T-Shirt Design Challenge/ })).toBeTruthy();
});
