import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerMember, registrationOf } from '@easel/api/testing/api-server';
import { mailboxKey } from '@easel/api/testing/mailbox';
import { joinOperator } from '@easel/api/testing/operators';
import type { OperatorRole, Route } from '@easel/contracts/kernel/http';
import { registrationHttp } from '@easel/contracts/members/registration.http';
import { routes } from '@easel/contracts/routes';
import { rotating } from '@easel/kernel/testing/runs';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asked, askedWith, type Field, fieldsOf } from './every-field.ts';
import { type Outgoing, watchOutgoing } from './outgoing.ts';
import { startWholeServer } from './whole-server.ts';

const EVIL = 'https://evil.example';
const named = (some: readonly Route[]) => some.map((route) => [`${route.method} ${route.path}`, route] as const);
const changing = routes.filter(({ method }) => method !== 'GET');

let server: TestServer;
let address: string;
/** As a browser is told to keep them that signs in. */
let kept: string[];
/** Everything that a browser keeps of the product, sent along with every call. */
let cookies: string;
const ids = new Map<'member' | OperatorRole, string>();

beforeAll(async () => {
  server = await startWholeServer();
  address = await server.app.getUrl();
  ids.set('member', (await registerMember(server)).id);
  ids.set('admin', (await joinOperator(server, 'admin')).id);
  const body = JSON.stringify(registrationOf(`m${randomUUID().slice(0, 8)}`));
  const signedIn = await fetch(address + registrationHttp.register.path, { method: 'POST', headers: JSON_BODY, body });
  kept = signedIn.headers.getSetCookie();
  cookies = [...kept.map((cookie) => cookie.split(';')[0]), mailboxKey[1]].join('; ');
});
afterAll(() => server.close());

const JSON_BODY = { 'content-type': 'application/json' };

/** Of somebody whom the route lets in, for this call alone: to sign out is one of the calls. */
async function bearerOf({ access }: Route, { sessions } = server.foundation): Promise<Record<string, string>> {
  if (access === 'anyone' || access === 'secret') return {};
  const role = typeof access === 'string' ? undefined : 'admin';
  const id = ids.get(role ?? 'member') ?? randomUUID();
  const subject = role ? ({ kind: 'operator', id, role } as const) : ({ kind: 'member', id } as const);
  const { token } = await sessions.open(subject, { days: 1, userAgent: '' });
  return { authorization: `Bearer ${token}` };
}

interface Answer {
  status: number;
  headers: Headers;
  /** Empty for what never ends. */
  text: string;
}

async function call(
  route: Route,
  { address: path, body }: Asked,
  headers: Record<string, string>,
  at = address,
): Promise<Answer> {
  const leave = new AbortController();
  const hasBody = route.method !== 'GET';
  const reply = await fetch(at + path, {
    method: route.method,
    redirect: 'manual',
    // A picture that is asked for is not waited for.
    headers: { prefer: 'respond-async', ...(hasBody && JSON_BODY), ...headers },
    ...(hasBody && { body: JSON.stringify(body) }),
    signal: leave.signal,
  });
  const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await reply.text();
  leave.abort();
  return { status: reply.status, headers: reply.headers, text };
}

const plain = (route: Route): Asked => askedWith(route, { part: 'body', path: '' }, undefined);
const codeOf = ({ text }: Answer): unknown =>
  text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : '';

describe('21: a page of another site changes nothing', () => {
  /** As browsers send them of a page that is not ours, those of before Sec-Fetch-Site among them. */
  const FOREIGN: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: EVIL },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.easel.example' },
    { origin: EVIL },
    { origin: 'null' },
  ];
  const foreign = rotating(FOREIGN, 2);
  const own = rotating<() => Record<string, string>>(
    [() => ({ 'sec-fetch-site': 'same-origin', origin: address }), () => ({ origin: address }), () => ({})],
    3,
  );
  /** A mail service posts these for whoever clicks; the token in the address is all that counts. */
  const FROM_ANYWHERE = ['POST /api/auth/marketing/unsubscribe'];

  test.each(named(changing.filter(({ form }) => !form)))('%s', async (_name, route) => {
    const bearer = await bearerOf(route);
    for (const headers of foreign()) {
      const reply = await call(route, plain(route), { cookie: cookies, ...bearer, ...headers });
      expect([reply.status, codeOf(reply), reply.headers.getSetCookie()]).toEqual([403, 'request.cross_site', []]);
    }
    for (const headersOf of own()) {
      expect(codeOf(await call(route, plain(route), headersOf()))).not.toBe('request.cross_site');
    }
  });

  test('nor is a cookie sent along with it, or read by its script', () => {
    const names = new Set(kept.map((cookie) => cookie.split(/[=_]/)[1]));
    expect(names).toEqual(new Set(['images', 'device', 'position', 'visitor']));
    for (const cookie of kept) expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  });

  test('but for what mail services post, by which no cookie counts', () => {
    const forms = named(changing.filter(({ form }) => form)).map(([name]) => name);
    expect(forms).toEqual(FROM_ANYWHERE);
    expect(routes.filter(({ access, method }) => access === 'member-or-cookie' && method !== 'GET')).toEqual([]);
  });

  test('nor by a method that no route has', async () => {
    const reply = await fetch(`${address}/api/auth/me`, { method: 'PATCH', headers: { origin: EVIL } });
    expect(reply.status).toBe(403);
  });
});

describe('26: no other site may read an answer', () => {
  const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const told = ({ headers, text }: Answer): string[] =>
    [...headers]
      .flatMap(([name, value]) =>
        name.startsWith('access-control-') || value.includes('evil.example') ? [`${name}: ${value}`] : [],
      )
      .concat(text.includes('evil.example') ? [text] : []);

  const origins = rotating([() => EVIL, () => 'null', () => `${address}.evil.example`], 3);

  test.each(named(routes))('%s', async (_name, route) => {
    const bearer = await bearerOf(route);
    for (const origin of origins().map((of) => of())) {
      const reply = await call(route, plain(route), { cookie: cookies, ...bearer, origin });
      expect(told(reply)).toEqual([]);
      const { status, headers } = await fetch(address + plain(route).address, {
        method: 'OPTIONS',
        headers: { ...asks, origin },
      });
      expect([status, told({ status, headers, text: '' })]).toEqual([404, []]);
    }
  });
});

describe('23: a claimed address lifts no limit', () => {
  /** One call, and a second is one too many. */
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startWholeServer({ rateLimitScale: 1e-6 });
  });
  afterAll(() => strict.close());

  const claims = (n: number): Record<string, string> => ({
    'x-forwarded-for': `203.0.113.${n}`,
    'x-real-ip': `203.0.113.${n}`,
    'x-client-ip': `203.0.113.${n}`,
    'cf-connecting-ip': `203.0.113.${n}`,
    'true-client-ip': `203.0.113.${n}`,
    forwarded: `for=203.0.113.${n}`,
    via: `1.1 203.0.113.${n}`,
  });

  test.each(named(routes.filter(({ limit }) => limit)))('%s', async (_name, route) => {
    const at = await strict.app.getUrl();
    const bearer = await bearerOf(route, strict.foundation);
    const asks = (n: number): Promise<Answer> => call(route, plain(route), { ...bearer, ...claims(n) }, at);
    const first = await asks(1);
    expect(first.status).not.toBe(429);
    for (const { status, headers } of [await asks(2), await asks(3)]) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('what callers write', () => {
  let outgoing: Outgoing;
  let canary: Server;
  let port: number;
  const heard: string[] = [];

  beforeAll(async () => {
    canary = createServer(({ url = '' }, reply) => {
      heard.push(url);
      if (url.endsWith('/led-on')) reply.end();
      else reply.writeHead(302, { location: `http://127.0.0.1:${port}/led-on` }).end();
    }).listen(0);
    await once(canary, 'listening');
    ({ port } = canary.address() as AddressInfo);
    outgoing = watchOutgoing();
  });
  afterAll(() => {
    outgoing.end();
    canary.close();
  });

  const templates = rotating(
    [
      'http://127.0.0.1:PORT/struck',
      'http://[::1]:PORT/struck',
      'http://0x7f000001:PORT/struck',
      '//localhost:PORT/struck',
      'http://169.254.169.254/latest/meta-data/',
      'https://rebinding.evil.example/',
    ],
    3,
  );
  const addresses = (): string[] => templates().map((one) => one.replace('PORT', String(port)));
  const textFields = (route: Route): Field[] => fieldsOf(route).filter(({ isText }) => isText);

  test('11: the watch sees whoever goes out, and who listens hears it', async () => {
    await fetch(`http://localhost:${port}/a-look`);
    expect(heard).toEqual(['/a-look', '/led-on']);
    expect([...outgoing.places]).toContain(`127.0.0.1:${port}`);
    expect([...outgoing.names]).toContain('localhost');
    outgoing.forget();
    heard.length = 0;
  });

  test.each(named(routes.filter((route) => textFields(route).length > 0)))(
    '11: no address written into %s is called',
    async (_name, route) => {
      const bearer = await bearerOf(route);
      for (const field of textFields(route)) {
        for (const written of addresses()) {
          const { status } = await call(route, askedWith(route, field, written), bearer);
          expect([field.path, status]).not.toEqual([field.path, 500]);
        }
      }
      expect(heard).toEqual([]);
      // The connections of this test to the server, and of that to its database and its log.
      const { DATABASE_URL, EVENT_STORE_URL } = server.foundation.config;
      const own = new Set([address, DATABASE_URL, EVENT_STORE_URL].map((url) => new URL(url).port));
      expect([...outgoing.places].filter((place) => !own.has(place.split(':').at(-1) ?? ''))).toEqual([]);
      expect([...outgoing.names]).toEqual([]);
    },
  );

  /** Each would end the statement it stood in, widen it, or break it. */
  const statements = rotating(
    [
      `'; drop schema vault cascade; --`,
      `" or 1=1 --`,
      `' union select * from vault.sessions --`,
      `1; select pg_sleep(30)`,
      `%' escape '' or '1'='1`,
      `\\'; --`,
      `$1`,
      `zebra & | ! <-> :* (`,
      '1e309',
      '-1',
      '["x; drop table vault.sessions","ASC"]',
      '["id","ASC; drop table vault.sessions"]',
      `{"id":"' or 1=1 --","q":"%' or 1=1 --"}`,
      `{"id) or (1=1":1}`,
      `[0,"9; --"]`,
      `2026-11-21T10:00:00.000000Z_${'f'.repeat(8)}' or '1'='1`,
    ],
    4,
  );

  test.each(named(routes.filter((route) => route.query || route.params)))(
    '13: no query of %s reaches the database as a statement',
    async (_name, route) => {
      const bearer = { ...(await bearerOf(route)), cookie: cookies };
      const fields = fieldsOf(route).filter(({ part }) => part !== 'body');
      for (const field of fields) {
        for (const written of statements()) {
          const { status, text } = await call(route, askedWith(route, field, written), bearer);
          expect([field.path, written, status < 500 || text]).toEqual([field.path, written, true]);
          // A request's id is chance, and may spell anything.
          expect(text.replace(/"requestId":"[^"]*"/, '')).not.toMatch(/syntax error|pg_|42601|relation|node_modules/i);
        }
      }
    },
  );

  test('13: and everything is still there', async () => {
    const { rows } = await server.foundation.pool.query<{ sessions: boolean }>(
      'select count(*) > 0 as sessions from vault.sessions',
    );
    expect(rows).toEqual([{ sessions: true }]);
  });
});

test('20: no answer leads out of the site, wherever a caller asks to be led', async () => {
  const forms = rotating(
    ['//evil.example', '/\\evil.example', '/%2f/evil.example', '/%5cevil.example', EVIL, 'javascript:alert(1)'],
    3,
  );
  const reading = routes.filter(({ method }) => method === 'GET');
  const leadsTo: string[] = [];
  for (const route of reading) {
    const bearer = { ...(await bearerOf(route)), cookie: cookies, accept: 'text/html' };
    for (const field of fieldsOf(route).filter(({ isText }) => isText)) {
      for (const form of forms()) {
        const asked = askedWith(route, field, form);
        const extra = `${asked.address}${asked.address.includes('?') ? '&' : '?'}next=${encodeURIComponent(form)}`;
        const { headers } = await call(route, { ...asked, address: extra }, bearer);
        const location = headers.get('location');
        if (location !== null) leadsTo.push(new URL(location, address).origin);
      }
    }
  }
  expect(new Set(leadsTo)).toEqual(new Set([new URL(address).origin]));
});
