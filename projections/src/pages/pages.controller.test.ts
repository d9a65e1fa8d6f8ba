import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from 'vitest';
import { startQueries, type QueryServer } from '../testing/query-server.ts';
import { PackedText } from '../kernel/packed-text.ts';
import { RenderedPages } from './rendered-pages.ts';

const TEXT = `<h1>Pictures</h1>${'<p>fox</p>'.repeat(200)}`;
let queries: QueryServer;
let at: MockInstance<RenderedPages['at']>;

beforeAll(async () => {
  queries = await startQueries();
  const html = new PackedText(TEXT, 'text/html; charset=utf-8');
  at = vi.spyOn(queries.server.app.get(RenderedPages), 'at').mockResolvedValue({ status: 200, html });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await queries.close();
});

const http = () => supertest(queries.server.http);

test.each(['/', '/search?q=fox', '/public-gallery', `/image/${randomUUID()}`, '/u/ada', '/pricing', '/about'])(
  '%s is a page, and HEAD says what GET would',
  async (path) => {
    const page = await http().get(path).set('accept-encoding', 'identity').expect(200);
    expect(page.text).toBe(TEXT);
    const head = await http().head(path).set('accept-encoding', 'identity').expect(200);
    expect(head.text ?? '').toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'speculation-rules', 'content-security-policy']) {
      expect(head.headers[name]).toBe(page.headers[name]);
    }
  },
);

test('it is sent packed to whoever takes it so, and not at all to whoever has it', async () => {
  const packed = await http().get('/search').set('accept-encoding', 'gzip, br').expect(200);
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.headers['vary']).toContain('accept-encoding');
  expect(packed.text).toBe(TEXT);
  const { etag = '' } = packed.headers as Record<string, string>;
  await http().get('/search').set('if-none-match', etag).expect(304);
  const refused = await http().get('/search').set('accept-encoding', 'br;q=0').expect(200);
  expect(refused.headers['content-encoding']).toBeUndefined();
});

test('renders a page by its path where a request has the address in absolute form', async () => {
  const { port } = queries.server.http.address() as AddressInfo;
  at.mockClear();
  const status = await new Promise((resolve, reject) => {
    get({ port, path: `http://127.0.0.1:${port}/search?q=fox` }, (reply) => resolve(reply.resume().statusCode)).once(
      'error',
      reject,
    );
  });
  expect(status).toBe(200);
  expect(at.mock.calls.map(([address]) => address)).toEqual(['/search?q=fox']);
});

test('robots and search engines find what there is', async () => {
  const { text: robots } = await http().get('/robots.txt').expect(200);
  const address = /Sitemap: (http:\/\/[^/]+)\/sitemap\.xml/.exec(robots)?.[1];
  const { text: index } = await http().get('/sitemap.xml').expect(200);
  expect(index).toContain(`<loc>${address}/sitemaps/pages.xml</loc>`);
  await http().get('/sitemaps/index').expect(404);
  await http().get('/sitemaps/pictures-9.xml').expect(404);
  await http().get('/sitemaps/pictures-99999.xml').expect(404);
});

test('rules for rendering ahead name no page that a visit changes', async () => {
  const rules = await http().get('/speculation-rules.json').expect(200);
  expect(rules.headers['content-type']).toBe('application/speculationrules+json');
  expect(JSON.stringify(rules.body ?? rules.text)).not.toMatch(/unsubscribe|verify|logout|\/api\//);
});

test('rules for rendering ahead match no link of an endless list before it is pointed at', async () => {
  const { body, text } = await http().get('/speculation-rules.json').expect(200);
  const rules = JSON.stringify(Object.keys((body ?? {}) as object).length > 0 ? body : JSON.parse(text));
  expect(rules).toContain('{"not":{"selector_matches":"[data-endless] a"}}');
  expect(rules).toContain('"[data-endless] a:hover"');
});

test.each([`${randomUUID()}.jpg`, 'x.jpg', `${randomUUID()}.png`, '..%2fx.jpg'])(
  'there is no picture for links %s',
  async (name) => {
    await http().get(`/api/images/link/${name}`).expect(404);
  },
);
