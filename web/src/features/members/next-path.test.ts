import { expect, test } from 'vitest';
import { formPathFrom, loginPathFor, loginPathForImage, safeNextPath } from './next-path.ts';

const ORIGIN = 'https://easel.example';

test.each([
  ['/generator', '/generator'],
  ['/your-gallery?page=2&search=a%20b#top', '/your-gallery?page=2&search=a%20b#top'],
  ['/a/../your-gallery', '/your-gallery'],
])('%s leads on', (next, path) => {
  expect(safeNextPath(next, ORIGIN)).toBe(path);
});

test.each([
  null,
  '',
  'generator',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'https://evil.example/',
  'https:evil.example',
  'https://easel.example@evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//easel.example@evil.example',
  '//easel.example:444/',
  '/login',
  '/login?next=/login',
  '/register',
])('%j leads home', (next) => {
  expect(safeNextPath(next, ORIGIN)).toBe('/');
});

test('whatever comes out is resolved to this very site', () => {
  const odd = ['/%2F%2Fevil.example', '/%2f/evil.example', '/%5cevil.example', '/%09/evil.example', '/;//evil.example'];
  for (const next of [...odd, '/?x=//evil.example', '/#//evil.example', '/javascript:alert(1)', '/\r\nevil.example']) {
    const path = safeNextPath(next, ORIGIN);
    expect(path).toMatch(/^\/(?![/\\])/);
    expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
  }
});

test('the sign-in page remembers the place, unless it is home', () => {
  expect(loginPathFor({ pathname: '/', search: '', hash: '' })).toBe('/login');
  expect(loginPathFor({ pathname: '/your-gallery', search: '?page=2', hash: '' })).toBe(
    '/login?next=%2Fyour-gallery%3Fpage%3D2',
  );
});

test.each([
  ['/image/7', '?ref=A', '/register?next=%2Fimage%2F7%3Fref%3DA'],
  ['/u/mira', '', '/register?next=%2Fu%2Fmira'],
  ['/shared/a-token', '', '/register'],
  ['/search', '?q=fox', '/register'],
  ['/', '', '/register'],
])('from %s%s the registration form is %s', (pathname, search, path) => {
  expect(formPathFrom('/register', { pathname, search, hash: '' })).toBe(path);
});

test('signing in to download a picture leads to its page', () => {
  expect(loginPathForImage('7')).toBe('/login?next=%2Fimage%2F7');
});
