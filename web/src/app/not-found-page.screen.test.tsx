import { pagePaths } from '@easel/contracts/page-paths';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { pages, redirects } from './pages.ts';

withFakeServer();

const ways = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('a visitor is told that there is nothing, and led on', () => {
  show(<NotFoundPage />, { at: '/nowhere' });
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  expect(ways()).toEqual([
    ['Go to Homepage', '/search'],
    ['Public Gallery', '/public-gallery'],
    ['Contact Us', '/contact'],
  ]);
});

test('a member is led on to what is theirs', () => {
  signIn();
  show(<NotFoundPage />, { at: '/nowhere' });
  expect(ways()).toEqual([
    ['Go to Homepage', '/'],
    ['Public Gallery', '/public-gallery'],
    ['Your Gallery', '/your-gallery'],
    ['Contact Us', '/contact'],
  ]);
});

test('what is looked for is looked for in the public gallery', async () => {
  const user = show(<NotFoundPage />, { at: '/nowhere' });
  await user.type(screen.getByRole('searchbox', { name: 'Search public images' }), ' a red fox & more{Enter}');
  expect(screen.getByText('at /public-gallery?search=a+red+fox+%26+more')).toBeTruthy();
});

test('nothing to look for shows all there is', async () => {
  const user = show(<NotFoundPage />, { at: '/nowhere' });
  await user.click(button('Search'));
  expect(screen.getByText('at /public-gallery')).toBeTruthy();
});

test('the server knows every page of the app, and no other', () => {
  const own = [...Object.keys(pages), ...redirects.map(([from]) => from)];
  expect(own.toSorted()).toEqual([...pagePaths].toSorted());
});
