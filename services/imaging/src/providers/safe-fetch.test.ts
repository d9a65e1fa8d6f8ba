import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { ProviderHttp } from './provider-http.ts';
import { safeFetch } from './safe-fetch.ts';
import { closedUrl, cutOff, providerServer } from './testing/provider-server.ts';
import { stoppedClock, failureIn, never } from './testing/remote-calls.ts';

const PICTURE = Buffer.from('the bytes of a picture');

/** Resolves every host name to the given addresses. */
const leadsTo =
  (...addresses: string[]): LookupFunction =>
  (_name, _options, callback) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

const httpOf = (url: string, lookup?: LookupFunction) => new ProviderHttp(new URL(url), lookup);

test('fetches from the provider’s own origin, although it is private and without https', async () => {
  const { url, received } = await providerServer((_, reply) => reply.end(PICTURE));
  expect(await safeFetch(httpOf(url), `${url}/a.png`, never())).toEqual(PICTURE);
  expect(received).toHaveLength(1);
});

test.each([
  'https://127.0.0.1/a.png',
  'https://[::1]/a.png',
  'https://[::ffff:127.0.0.1]/a.png',
  'https://[::ffff:a9fe:a9fe]/a.png',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/a.png',
  'https://0x7f.1/a.png',
  'https://0/a.png',
  'https://10.1.2.3/a.png',
  'http://8.8.8.8/a.png',
  'ftp://8.8.8.8/a.png',
  'file:///etc/passwd',
  'https://user:secret@pictures.example/a.png',
  'not an address',
])('refuses %s', async (address) => {
  const { url } = await providerServer((_, reply) => reply.end(PICTURE));
  const failure = await failureIn(safeFetch(httpOf(url), address, never()));
  expect(failure).toMatchObject({ kind: 'broken', detail: 'the address from the provider is not allowed' });
});

test.each([['127.0.0.1'], ['169.254.169.254'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1', 'fd00::1']])(
  'refuses a host name that resolves to %s',
  async (...addresses) => {
    const { url } = await providerServer((_, reply) => reply.end(PICTURE));
    const fetched = safeFetch(httpOf(url, leadsTo(...addresses)), 'https://pictures.example/a.png', never());
    expect((await failureIn(fetched)).kind).toBe('broken');
  },
);

test('refuses another port of the provider’s private host', async () => {
  const { url } = await providerServer((_, reply) => reply.end(PICTURE));
  const other = await providerServer((_, reply) => reply.end(PICTURE));
  expect((await failureIn(safeFetch(httpOf(url), `${other.url}/a.png`, never()))).kind).toBe('broken');
  expect(other.received).toHaveLength(0);
});

test('refuses a redirect to a private address', async () => {
  const other = await providerServer((_, reply) => reply.end(PICTURE));
  const { url } = await providerServer((_, reply) => reply.writeHead(302, { location: `${other.url}/a.png` }).end());
  expect((await failureIn(safeFetch(httpOf(url), `${url}/a.png`, never()))).kind).toBe('broken');
  expect(other.received).toHaveLength(0);
});

test('follows redirects within the origin, and gives up after three', async () => {
  const { url, received } = await providerServer(({ path }, reply) => {
    if (path === '/b.png') reply.end(PICTURE);
    else reply.writeHead(307, { location: path === '/a.png' ? '/b.png' : '/again' }).end();
  });
  expect(await safeFetch(httpOf(url), `${url}/a.png`, never())).toEqual(PICTURE);
  received.length = 0;
  const failure = await failureIn(safeFetch(httpOf(url), `${url}/again`, never()));
  expect(failure).toMatchObject({ kind: 'broken', detail: 'the picture has too many redirects' });
  expect(received).toHaveLength(4);
});

test('stops at the size limit', async () => {
  const { url } = await providerServer((_, reply) => reply.end(Buffer.alloc(2000)));
  const failure = await failureIn(safeFetch(httpOf(url), `${url}/a.png`, never(), 1999));
  expect(failure).toMatchObject({ kind: 'broken', detail: 'the answer has more than 1999 bytes' });
  expect(await safeFetch(httpOf(url), `${url}/a.png`, never(), 2000)).toHaveLength(2000);
});

test('reports truncated bytes, a timeout and a refused connection as safe to retry', async () => {
  const cut = await providerServer((_, reply) => {
    cutOff(reply, 'half a picture', 'image/png');
  });
  expect((await failureIn(safeFetch(httpOf(cut.url), `${cut.url}/a.png`, never()))).kind).toBe('unreachable');
  const moveClock = stoppedClock();
  const slow = await providerServer((_, reply) => {
    reply.writeHead(200).write('a', () => moveClock(60_000));
  });
  const late = await failureIn(safeFetch(httpOf(slow.url), `${slow.url}/a.png`, never()));
  expect(late).toMatchObject({ kind: 'unreachable', detail: 'the call timed out' });
  const closed = await closedUrl();
  const refused = await failureIn(safeFetch(httpOf(closed), `${closed}/a.png`, never()));
  expect(refused).toMatchObject({ kind: 'unreachable', detail: 'ECONNREFUSED' });
});

test('aborts with its caller', async () => {
  const caller = new AbortController();
  const { url } = await providerServer((_, reply) => {
    reply.writeHead(200).write('a');
    caller.abort();
  });
  const failure = await failureIn(safeFetch(httpOf(url), `${url}/a.png`, caller.signal));
  expect(failure).toMatchObject({ kind: 'unreachable', detail: 'the call was aborted before its answer arrived' });
});

test.each([
  [404, 'broken'],
  [410, 'broken'],
  [429, 'busy'],
  [500, 'busy'],
  [503, 'busy'],
] as const)('maps %i to %s', async (status, kind) => {
  const { url } = await providerServer((_, reply) => reply.writeHead(status, { 'retry-after': '7' }).end());
  const failure = await failureIn(safeFetch(httpOf(url), `${url}/a.png`, never()));
  expect(failure).toMatchObject({ kind, status, retryAfterMs: 7000 });
});

test('refuses an empty file', async () => {
  const { url } = await providerServer((_, reply) => reply.end());
  expect((await failureIn(safeFetch(httpOf(url), `${url}/a.png`, never()))).kind).toBe('broken');
});
