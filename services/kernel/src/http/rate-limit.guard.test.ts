import { randomUUID } from 'node:crypto';
import { route } from '@easel/contracts/kernel/http';
import { Controller, Module } from '@nestjs/common';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Devices } from '../identity/devices.ts';
import { RouteOf } from './route.decorator.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const CALLS = 5;
const limit = { calls: CALLS, seconds: 3600 };
const open = route({ method: 'GET', path: '/api/open', side: 'command', access: 'anyone', limit });
const signIn = route({
  method: 'GET',
  path: '/api/sign-in',
  side: 'command',
  access: 'anyone',
  limit: { ...limit, knownBrowsers: 'apart' },
});

@Controller()
class LimitedController {
  @RouteOf(open)
  open(): object {
    return {};
  }

  @RouteOf(signIn)
  signIn(): object {
    return {};
  }
}

@Module({ controllers: [LimitedController] })
class LimitedModule {}

let direct: TestServer;
/** Behind proxies at loopback and 10.0.0.0/8. */
let behind: TestServer;
const nothing = { catalogue: {}, chained: [] };
beforeAll(async () => {
  direct = await startTestServer(() => [LimitedModule], nothing, { rateLimitScale: 1 });
  const trustProxy = ['loopback', '10.0.0.0/8'];
  behind = await startTestServer(() => [LimitedModule], nothing, { rateLimitScale: 1, trustProxy });
});
afterAll(async () => {
  await direct.close();
  await behind.close();
});

/** Statuses of so many calls, one after the other. */
async function call(
  { http }: TestServer,
  path: string,
  times: number,
  headers: (n: number) => Record<string, string> = () => ({}),
): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await supertest(http).get(path).set(headers(n))).status);
  return statuses;
}

/** What a browser holds that has signed in to an account of its own. */
function genuineCookie({ foundation }: TestServer): { cookie: string } {
  const { name, value } = new Devices(foundation.sealer).issue(randomUUID(), 0, undefined);
  return { cookie: `${name}=${value}` };
}

const allowed = (calls: number, of: number): number[] => [
  ...Array<number>(calls).fill(200),
  ...Array<number>(of - calls).fill(429),
];

describe('behind proxies that are trusted', () => {
  const from = (claim: string) => () => ({ 'x-forwarded-for': claim });

  test('each visitor is counted alone, however many proxies there are on the way', async () => {
    for (const claim of ['203.0.113.1', '203.0.113.2, 10.1.2.3', '2001:db8:1:2::7']) {
      expect(await call(behind, open.path, CALLS + 1, from(claim))).toEqual(allowed(CALLS, CALLS + 1));
    }
    expect(await call(behind, open.path, 1, from('203.0.113.2'))).toEqual([429]);
    expect(await call(behind, open.path, 1, from('2001:db8:1:2:aaaa::8'))).toEqual([429]);
  });

  test('what a visitor claims before the proxy’s word counts for nothing', async () => {
    const claims = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}, 203.0.113.9` });
    expect(await call(behind, open.path, CALLS + 3, claims)).toEqual(allowed(CALLS, CALLS + 3));
  });
});

test('where no proxy is trusted, a claimed address counts for nothing', async () => {
  const claims = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` });
  expect(await call(direct, open.path, CALLS + 3, claims)).toEqual(allowed(CALLS, CALLS + 3));
});

test('30: hundreds of genuine device cookies of one address do not multiply its limit', async () => {
  const address = { 'x-forwarded-for': '198.51.100.1' };
  const cookies = (): Record<string, string> => ({ ...address, ...genuineCookie(behind) });
  const statuses = await call(behind, open.path, 300, cookies);
  expect(statuses).toEqual(allowed(CALLS, 300));
});

test('a browser that goes from address to address is counted, too', async () => {
  const device = genuineCookie(behind);
  const roams = (n: number) => ({ ...device, 'x-forwarded-for': `198.51.100.${10 + n}` });
  expect(await call(behind, open.path, CALLS + 2, roams)).toEqual(allowed(CALLS, CALLS + 2));
});

describe('at sign-in', () => {
  test('a known browser is served whatever its neighbours do, and counted as itself', async () => {
    const address = { 'x-forwarded-for': '198.51.100.101' };
    expect(await call(behind, signIn.path, CALLS + 1, () => address)).toEqual(allowed(CALLS, CALLS + 1));
    const owner = { ...address, ...genuineCookie(behind) };
    expect(await call(behind, signIn.path, CALLS + 1, () => owner)).toEqual(allowed(CALLS, CALLS + 1));
  });

  test('30: hundreds of known browsers of one address get no further than ten', async () => {
    const address = { 'x-forwarded-for': '198.51.100.102' };
    const statuses = await call(behind, signIn.path, 300, () => ({ ...address, ...genuineCookie(behind) }));
    expect(statuses).toEqual(allowed(10 * CALLS, 300));
  });
});
