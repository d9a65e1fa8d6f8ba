import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, withFakeServer } from '../lib/testing/screen.tsx';
import { VisitorFrame } from './visitor-frame.tsx';

withFakeServer();

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('Login and Register lead back to the picture that a visitor looks at', () => {
  show(<VisitorFrame />, { at: '/image/7' });
  expect([hrefOf('Login'), hrefOf('Register')]).toEqual(['/login?next=%2Fimage%2F7', '/register?next=%2Fimage%2F7']);
});

test('Login and Register lead home from a page to look around on', () => {
  show(<VisitorFrame />, { at: '/search?q=fox' });
  expect([hrefOf('Login'), hrefOf('Register')]).toEqual(['/login', '/register']);
});

test('between the two forms the way back and the invitation are kept', () => {
  show(<VisitorFrame />, { at: '/login?next=%2Fimage%2F7&ref=A' });
  expect(hrefOf('Register')).toBe('/register?next=%2Fimage%2F7&ref=A');
});
