import { expect, test } from 'vitest';
import { isCrossSite } from './cross-site.ts';

const host = '127.0.0.1:3000';
const own = `http://${host}`;

test.each([
  ['a browser’s own page', { 'sec-fetch-site': 'same-origin', origin: own }],
  ['what was typed into the address bar', { 'sec-fetch-site': 'none' }],
  ['an own page without an Origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['an older browser’s own page', { origin: own }],
  ['no browser', {}],
])('%s is of this site', (_who, headers) => {
  expect(isCrossSite({ headers, host })).toBe(false);
});

test.each([
  ['a foreign page', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a foreign page that claims our origin', { 'sec-fetch-site': 'cross-site', origin: own }],
  ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site', origin: own }],
  ['a word that no browser says', { 'sec-fetch-site': 'own' }],
  ['an older browser’s foreign page', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a name that begins like ours', { origin: `${own}.evil.example` }],
  ['a name that ends like ours', { origin: 'http://evil-127.0.0.1:3000' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:3001' }],
  ['an origin that is none', { origin: host }],
])('%s is of another', (_who, headers) => {
  expect(isCrossSite({ headers, host })).toBe(true);
});

test('the public address is ours whatever name a proxy calls this server by, and its neighbours are not', () => {
  const upstream = { host: 'app.internal:3000' };
  const from = (origin: string) => isCrossSite({ ...upstream, headers: { origin } }, 'https://easel.example/shop');
  expect(from('https://easel.example')).toBe(false);
  expect(from('http://easel.example')).toBe(true);
  expect(from('https://easel.example.evil.example')).toBe(true);
  expect(from('https://www.easel.example')).toBe(true);
});
