import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWebFiles } from './web-files.ts';

@Module({})
class Nothing {}

let folder: string;
let app: NestFastifyApplication;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-web-files-'));
  for (const name of ['web', 'admin']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'index.html'), `the page of ${name}`);
  }
  for (const name of ['before-paint.js', 'sw.js', 'app.css']) writeFileSync(join(folder, 'web', name), 'a script');
  app = await NestFactory.create<NestFastifyApplication>(Nothing, new FastifyAdapter(), { logger: false });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff' });
    done();
  });
  // Knows one link.
  fastify.get<{ Params: { token: string } }>('/api/shared/:token', ({ params: { token } }, reply) =>
    reply.status(token === 'a-token' ? 200 : 404).send(),
  );
  await serveWebFiles(app, { web: join(folder, 'web'), admin: join(folder, 'admin') });
  await app.init();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['/', 200, 'the page of web'],
  ['/search?q=a', 200, 'the page of web'],
  ['/Your-Gallery/', 200, 'the page of web'],
  ['/image/11111111-1111-4111-8111-111111111111', 200, 'the page of web'],
  ['/unsubscribe?token=a.b', 200, 'the page of web'],
  ['/nowhere', 404, 'the page of web'],
  ['/generator/nowhere', 404, 'the page of web'],
  ['/administration', 404, 'the page of web'],
  ['/admin', 200, 'the page of admin'],
  ['/admin/messages/7', 200, 'the page of admin'],
  ['/before-paint.js', 200, 'a script'],
])('%s is answered %i with %s', async (url, status, text) => {
  const { statusCode, body, headers } = await app.inject(url);
  expect({ status: statusCode, text: body }).toEqual({ status, text });
  expect(headers['cache-control']).toBe('no-cache');
});

test('a page whose address lets somebody in names it to no other site, and no search engine keeps it', async () => {
  const secret = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
  for (const url of ['/shared/a-token', '/Shared/a-token/', '/shared/a-token?page=2']) {
    const { statusCode, headers } = await app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject(secret);
  }
  expect((await app.inject('/search')).headers).not.toMatchObject(secret);
});

test.each([
  ['/shared/a-token', 200],
  ['/Shared/a-token/', 200],
  ['/shared/another', 404],
  ['/shared/another/?page=2', 404],
])('the page of the shared link %s has the status %i', async (url, status) => {
  const { statusCode, body } = await app.inject(url);
  expect({ status: statusCode, text: body }).toEqual({ status, text: 'the page of web' });
});

test.each(['/nowhere.js', '/api/nowhere', '/api', '/health/nowhere', '/admin/nowhere.css'])(
  '%s is not there, and no page says so',
  async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('the page of');
  },
);

test('sends the policy of documents with documents and the service worker, and not with what they load', async () => {
  const policyOf = async (url: string) => (await app.inject(url)).headers['content-security-policy'];
  for (const url of ['/', '/search', '/admin', '/index.html', '/sw.js']) expect(await policyOf(url)).toBeDefined();
  for (const url of ['/before-paint.js', '/app.css']) {
    expect(await policyOf(url)).toBeUndefined();
    expect((await app.inject(url)).headers['x-content-type-options']).toBe('nosniff');
  }
});
