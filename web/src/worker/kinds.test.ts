import { expect, test } from 'vitest';
import { kindOf } from './kinds.ts';

const page = 'https://easel.example/your-gallery';

test.each([
  ['/assets/index-Bx.js', 'asset'],
  ['/api/images/v1.webp', 'public picture'],
  ['/api/images/v1-thumb.webp', 'public picture'],
  ['/api/images/auth/v1-thumb.webp', 'own picture'],
  ['/api/images/auth/a/b.webp', undefined],
  ['/api/images/auth', undefined],
  ['/api/live', undefined],
  ['/api/gallery/user', undefined],
  ['/api/gallery/public', undefined],
  ['/api/auth/me', undefined],
  ['/api/generation/download/7/0', undefined],
  ['/uploads/v1.webp', undefined],
  ['/your-gallery', undefined],
  ['/admin/assets/index.js', undefined],
])('%s is kept as: %s', (path, kind) => {
  expect(kindOf(path, page)).toBe(kind);
  expect(kindOf(path, '')).toBe(kind);
});

test('nothing is kept of what the console shows', () => {
  for (const referrer of ['https://easel.example/admin', 'https://easel.example/admin/images/7']) {
    expect(kindOf('/api/images/v1.webp', referrer)).toBeUndefined();
  }
  expect(kindOf('/api/images/v1.webp', 'https://easel.example/administration')).toBe('public picture');
});
