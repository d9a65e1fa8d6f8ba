import { expect, test } from 'vitest';
import { mailtoOf, ownAddress } from './own-address.ts';

const origin = 'https://easel.example';

test.each([
  ['/contact', '/contact'],
  ['https://easel.example/report-bug?from=x#y', '/report-bug?from=x#y'],
])('%s is a page of ours', (page, address) => expect(ownAddress(page, origin)).toBe(address));

test.each([
  'https://evil.example/contact',
  '//evil.example/',
  '/\\evil.example/',
  'https://easel.example@evil.example/',
  'https://user:secret@easel.example/',
  'https://easel.example:8443/',
  'http://easel.example/',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<script>alert(1)</script>',
  '/api/auth/logout',
  '/contact/../api/auth/logout',
  'http://',
  '',
])('%s is text', (page) => expect(ownAddress(page, origin)).toBeUndefined());

test('an address is nothing but an address', () => {
  expect(mailtoOf('ada@example.org')).toBe('mailto:ada@example.org');
  expect(mailtoOf('ada?bcc=eve@example.org&x')).toBe('mailto:ada%3Fbcc%3Deve@example.org%26x');
});
