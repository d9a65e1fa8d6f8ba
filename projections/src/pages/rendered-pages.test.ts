import type { Carrier } from '@easel/contracts/kernel/client/client';
import type { RenderedPage } from '@easel/contracts/pages/rendered-page';
import type { PublicAddress } from '@easel/kernel/http/public-address';
import type { HttpAdapterHost } from '@nestjs/core';
import { beforeEach, expect, test } from 'vitest';
import { silent } from '../testing/silent.ts';
import { RenderedPages } from './rendered-pages.ts';

const asked: { url: string; remoteAddress: string }[] = [];
let carrier: Carrier;
let rendered: string[];
let render: (address: string) => Promise<RenderedPage | null>;
let pages: RenderedPages;

const page = (body: string, whole = true): RenderedPage => ({
  head: '<title>T</title>',
  body,
  data: '{}',
  whole,
  about: { picture: null, person: null },
});

beforeEach(() => {
  asked.length = 0;
  rendered = [];
  render = async (address) => page(await (await carrier(`/api${address}`, {})).text());
  const fastify = {
    inject(call: { url: string; remoteAddress: string }) {
      asked.push(call);
      return Promise.resolve({ statusCode: 200, headers: {}, body: `answer to ${call.url}` });
    },
  };
  const host = { httpAdapter: { getInstance: () => fastify } } as unknown as HttpAdapterHost;
  const site = { known: () => Promise.resolve('https://easel.example') } as unknown as PublicAddress;
  pages = new RenderedPages(host, site, silent, () =>
    Promise.resolve({
      renderer: {
        answerBy: (given) => (carrier = given),
        renderPage(address) {
          rendered.push(address);
          return render(address);
        },
      },
      template: '<!--head-->|<!--body-->|<!--data-->',
      bare: 'bare',
    }),
  );
});

const textOf = async (address: string, visitor = '203.0.113.7') => {
  const { status, html } = await pages.at(address, { visitor });
  return `${status} ${html.plain.toString()}`;
};

test('what a page reads is asked of this server, as the visitor would ask', async () => {
  expect(await textOf('/search')).toMatch(/^200 .*\|answer to \/api\/search\|\{\}$/);
  expect(asked).toMatchObject([{ url: '/api/search', remoteAddress: '203.0.113.7' }]);
});

test('many who ask at the same time have it rendered once', async () => {
  await Promise.all(Array.from({ length: 50 }, () => textOf('/search')));
  expect(rendered).toEqual(['/search']);
});

test('two who ask for two pages are each counted for their own', async () => {
  await Promise.all([textOf('/search', '203.0.113.1'), textOf('/about', '203.0.113.2')]);
  expect(asked.map(({ url, remoteAddress }) => `${url} ${remoteAddress}`).toSorted()).toEqual([
    '/api/about 203.0.113.2',
    '/api/search 203.0.113.1',
  ]);
});

test('what is not there has the app’s own page and the status 404', async () => {
  render = () => Promise.resolve(null);
  expect(await textOf('/image/x')).toBe('404 bare');
});

test('a page that cannot be rendered is left to the browser, and tried again at the next call', async () => {
  render = () => Promise.reject(new Error('broken'));
  expect(await textOf('/search')).toBe('200 bare');
  render = () => Promise.resolve(page('mended'));
  expect(await textOf('/search')).toContain('mended');
});

test('a page that lacks a part is not kept', async () => {
  render = () => Promise.resolve(page('half', false));
  await textOf('/search');
  render = () => Promise.resolve(page('whole'));
  expect(await textOf('/search')).toContain('whole');
});

test('an address longer than anybody’s bookmark is not rendered', async () => {
  expect(await textOf(`/search?q=${'x'.repeat(3_000)}`)).toBe('200 bare');
  expect(rendered).toEqual([]);
});
