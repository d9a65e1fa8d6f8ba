import { measuredTexts } from '@easel/contracts/telemetry/policy';
import { expect, test } from 'vitest';
import { longestOf, resourceOf } from './names.ts';

const ORIGIN = 'https://easel.example';
const UUID = '11111111-1111-4111-8111-111111111111';
const TOKEN = 'c2VjcmV0LXRva2VuLW9mLXNvbWVib2R5LXdoby1zaGFyZXM';

test.each([
  [`/api/gallery/public?search=secret`, '/api/gallery'],
  [`/api/images/${UUID}.webp`, '/api/images'],
  [`/api/shared/${TOKEN}/images/${UUID}`, '/api/shared'],
  [`/api/people/ada/pictures`, '/api/people'],
  [`/api/${UUID}`, '/api'],
  ['/api/', '/api'],
  ['/assets/shared-CkQ9_uCs.js', '/assets/shared.js'],
  ['/assets/entry-client-BVwVkhyl.js', '/assets/entry-client.js'],
  ['/before-paint.js', '/before-paint.js'],
  ['/sw.js', '/sw.js'],
  [`/image/${UUID}`, '/page'],
  [`/shared/${TOKEN}`, '/page'],
  ['/u/ada', '/page'],
  [`/${TOKEN}`, '/page'],
  ['/', '/page'],
])('%s is told as %s', (path, told) => {
  expect(resourceOf(ORIGIN + path, ORIGIN)).toBe(told);
  expect(told).toMatch(measuredTexts.resource);
});

test.each(['https://pay.example/s/cs_live_1', 'blob:https://easel.example/1', 'data:,x', 'nothing'])(
  '%s was elsewhere',
  (address) => {
    expect(resourceOf(address, ORIGIN)).toMatch(/^elsewhere$|^\/page$/);
  },
);

test('where most of the time went', () => {
  expect(longestOf({ waiting: 1, request: 20, dns: 3 })).toBe('request');
  expect(longestOf({ waiting: 0, request: undefined })).toBeUndefined();
});
