import { IMAGE_COOKIE } from '@easel/kernel/http/auth.guard';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startQueries, type QueryServer } from '../testing/query-server.ts';

let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const http = () => supertest(queries.server.http);

test('serves the document as JSON to callers without a token', async () => {
  const { body, headers } = await http().get('/api/openapi.json').expect(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect(body).toMatchObject({ openapi: '3.1.1', info: { title: 'Easel API' } });
  expect(body.components.securitySchemes.imageCookie.name).toBe(IMAGE_COOKIE);
});

test('answers 304 when the caller already has the document', async () => {
  const { headers } = await http().get('/api/openapi.json').expect(200);
  await http().get('/api/openapi.json').set('if-none-match', String(headers.etag)).expect(304);
});

test('compresses the document for callers that accept it', async () => {
  const { headers } = await http().get('/api/openapi.json').set('accept-encoding', 'br').expect(200);
  expect(headers['content-encoding']).toBe('br');
});

test('serves a page whose policy allows neither inline code nor another host', async () => {
  const { text, headers } = await http().get('/api/docs').expect(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:/);
  expect(text).not.toMatch(/<style|<script(?![^>]* src=)|https?:/);
});

test('serves every file of the page with a content hash in its name and a long lifetime', async () => {
  const { text } = await http().get('/api/docs').expect(200);
  const assets = [...text.matchAll(/"(\/api\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(assets).toHaveLength(4);
  for (const path of assets) {
    expect(path).toMatch(/\.[0-9a-f]{16}\.(?:css|js)$/);
    const asset = await http().get(path).expect(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toMatch(/^text\/(?:css|javascript); charset=utf-8$/);
    expect(asset.headers['x-content-type-options']).toBe('nosniff');
  }
});

test('answers 404 for a file that the page does not have', async () => {
  const { body } = await http().get('/api/docs/assets/package.json').expect(404);
  expect(body.code).toBe('request.not_found');
  await http().get('/api/docs/assets/..%2Fpackage.json').expect(400);
});
