import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import { routes } from '@easel/contracts/routes';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMember, startApi } from './testing/api-server.ts';
import { mailboxKey } from './testing/mailbox.ts';

const metricsToken = 'the-figures-of-a-test';
let server: TestServer;
beforeAll(async () => {
  server = await startApi({ bodyLimit: 100_000, requestTimeoutMs: 500, metricsToken });
});
afterAll(() => server.close());

const installationSecrets = { authorization: `Bearer ${metricsToken}`, cookie: mailboxKey[1] };
const commandSide = routes.filter(({ side }) => side === 'command');

describe('every route of the command side', () => {
  test.each(commandSide.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is mounted, and shut to nobody unless it says so',
    async (_name, route) => {
      const path = route.path.replaceAll(/:\w+/g, 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6');
      const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
      const { status, body } = await supertest(server.http)
        [method](path)
        .set(route.access === 'secret' ? installationSecrets : {})
        .send(route.method === 'GET' ? undefined : {});
      const isShut = route.access !== 'anyone' && route.access !== 'secret';
      // A thing of this id does not exist, a link of this text was never signed; what is not mounted has another code.
      expect(body.code).not.toBe('request.not_found');
      expect(isShut ? [401] : [200, 302, 400, 403, 404]).toContain(status);
      expect(body.code === 'request.signed_out').toBe(isShut);
    },
  );

  test.each(commandSide.filter(({ access }) => access === 'secret').map(({ path }) => path))(
    '%s is not there for whoever has not its secret',
    async (path) => {
      const { bearer } = await registerMember(server);
      const wrong = { authorization: `Bearer ${metricsToken}x`, cookie: `${mailboxKey[1]}x` };
      for (const headers of [{}, wrong, { [bearer[0]]: bearer[1] }]) {
        const { body } = await supertest(server.http).get(path.replace(':id', randomUUID())).set(headers).expect(404);
        expect(body.code).toBe('request.not_found');
      }
    },
  );

  test('answers HEAD like GET where that only reads, and with 404 where opening the address does something', async () => {
    for (const path of ['/health/live', '/health/ready', '/api/prices', '/api/settings/checkout']) {
      await supertest(server.http).head(path).expect(200);
    }
    const acts = commandSide.filter((route) => route.acts);
    expect(acts.map(({ path }) => path)).toContain('/api/downloads/file/:token');
    for (const { path } of acts) await supertest(server.http).head(path.replaceAll(/:\w+/g, '1')).expect(404);
  });

  test('what no contract names is 404 in the one shape', async () => {
    const { body } = await supertest(server.http).get('/api/nowhere').expect(404);
    expect(body).toEqual({
      success: false,
      message: 'Not found',
      code: 'request.not_found',
      requestId: expect.any(String),
    });
  });
});

describe('a body', () => {
  const post = (body: string, type = 'application/json') =>
    supertest(server.http).post('/api/auth/login').set('content-type', type).send(body);

  test('that is no JSON is 400', async () => {
    const { body } = await post('{"email":').expect(400);
    expect(body).toMatchObject({ success: false, code: 'request.malformed' });
  });

  test('with a text that no database keeps is 400', async () => {
    for (const text of ['a\\u0000', '\\ud83d']) {
      const { body } = await post(`{"email":"${text}","password":"x"}`).expect(400);
      expect(body).toMatchObject({ success: false, code: 'request.invalid' });
    }
    await supertest(server.http).get('/api/nowhere?a=%00').expect(400);
  });

  test('nested without end is 400', async () => {
    await post(`{"email":${'['.repeat(40_000)}${']'.repeat(40_000)}}`).expect(400);
  });

  test('too large is 413, and its rest is not read', async () => {
    await post(JSON.stringify({ email: 'x'.repeat(200_000), password: 'x' })).expect(413);
  });

  test('is taken up to what its route allows, and is 413 beyond that', async () => {
    const { bearer } = await registerMember(server);
    const order = (thumbnailBytes: number) => ({
      id: 'ORD-1764000000000',
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.org',
      test_mode: false,
      items: [
        {
          kind: 'image-download',
          id: 'one',
          generationId: randomUUID(),
          variantId: randomUUID(),
          resolutionTier: '1K',
          format: 'png',
          quantity: 1,
          thumbnail: `data:image/jpeg;base64,${'x'.repeat(thumbnailBytes)}`,
        },
      ],
    });
    const send = (thumbnailBytes: number) =>
      supertest(server.http)
        .post('/api/orders')
        .set(...bearer)
        .send(order(thumbnailBytes));
    // Read, and refused for what it says: this server takes no cards.
    expect((await send(1_500_000).expect(409)).body.code).toBe('orders.cards_not_taken');
    expect((await send(3_000_000).expect(413)).body).toMatchObject({
      code: 'request.too_large',
      message: 'The request is too large',
    });
  });

  test('of another type is 415', async () => {
    await post('email=a', 'application/x-www-form-urlencoded').expect(415);
    await post('<a/>', 'text/xml').expect(415);
  });

  test('that names a prototype changes none', async () => {
    await post(
      '{"email":"a","password":"b","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
    ).expect(401);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('that does not come is 408', async () => {
    const { port } = server.http.address() as { port: number };
    const socket = createConnection(port, '127.0.0.1');
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('calls beyond the limit are 429 with a time to wait, whatever address a header claims', async () => {
  const strict = await startApi({ rateLimitScale: 0.1 });
  try {
    const reset = () =>
      supertest(strict.http)
        .post('/api/auth/reset-password')
        .set('x-forwarded-for', `10.0.0.${Math.floor(Math.random() * 255)}`)
        .send({ token: 'none', newPassword: 'Abcdefg1' });
    for (let n = 0; n < 2; n++) await reset().expect(400);
    const { body, headers } = await reset().expect(429);
    expect(body.code).toBe('request.too_many');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});

test('no reply tells of the inside, and none lacks its security headers', async () => {
  const { bearer } = await registerMember(server);
  const { headers, text } = await supertest(server.http)
    .get(`/api/generation/download/${'%00'.repeat(3)}/0`)
    .set(...bearer);
  expect(text).not.toMatch(/node_modules|\.ts:|at \w+ \(|select |syntax/i);
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("script-src 'self'"),
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
});
