// spec: faults A9, A10, A13, A17, A27, A28
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { registrationHttp } from '@easel/contracts/members/registration.http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from './harness/audit.ts';
import { People, type Member } from './harness/people.ts';
import { residentMib } from './harness/processes.ts';
import { operator, startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { rawRequest, requestHead, type RawReply } from './harness/raw-request.ts';
import { Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';

const planted = 'what no caller may ever read';
const prompt = 'An owl that knows a secret';

let product: Product;
let people: People;
let owner: Member;
let stranger: Member;
let generation: Generation;
/** `{variantId}.webp` of the owner's private picture. */
let picture: string;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'debug' } });
  people = new People(product);
  owner = await people.register();
  stranger = await people.register();
  const outcome = await people.generate(owner, { prompt });
  if (outcome.kind !== 'completed') throw new Error(`it ended ${outcome.kind}`);
  generation = await people.ended(owner, outcome.generationId);
  picture = `${generation.variants[0]?.id}.webp`;
  slow = rawRequest(product.address, post({ 'content-length': '1000' }), {
    feed: Array.from({ length: 60 }, () => ' '),
    pace: () => sleep(1_000),
    deadlineMs: 60_000,
  });
  writeFileSync(join(product.dataDir, 'planted.webp'), planted);
  writeFileSync(join(product.dataDir, 'blobs', 'planted.webp'), planted);
});
afterAll(() => product?.remove());

const ups = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '%2e%2e%5c', '..\\', '%252e%252e%252f', '..%c0%af'];
const targets = ['planted.webp', 'blobs/planted.webp', 'secrets.json', 'endpoints.json', 'etc/passwd'];
const roots = ['/', '/assets/', '/api/images/', '/api/images/auth/'];

test.each(roots)('no way out of %s leads to a file', async (root) => {
  const paths = ups.flatMap((up) =>
    targets.flatMap((target) => [1, 3, 8].map((times) => root + up.repeat(times) + target)),
  );
  const odd = [
    `${root}${picture}%00.png`,
    `${root}%00`,
    `${root}${picture}%00`,
    `${root}/etc/passwd`,
    `${root}${product.dataDir}/secrets.json`,
  ];
  for (const path of [...paths, ...odd]) {
    const reply = await rawRequest(
      product.address,
      requestHead(`GET ${path}`, { authorization: `Bearer ${owner.token}` }),
    );
    const page = root === '/' || root === '/assets/';
    // The member app answers its own page, be it with 404, for any address that is none of a file or a call.
    const isPage = page && [200, 404].includes(reply.status) && /<!doctype html>/i.test(reply.text);
    expect(isPage || [400, 404].includes(reply.status), `${path}: ${reply.text.slice(0, 200)}`).toBe(true);
    for (const secret of [planted, 'masterKey', 'databaseUrl', 'root:'])
      expect(`${path}: ${reply.text}`).not.toContain(secret);
  }
});

test('a link planted in place of a picture shows nothing of where it leads', async () => {
  const names = await Records.of(product, async (records) => {
    const sql = `select schema from read_operations.projections where schema ~ '^read_gallery_v[0-9]+$'`;
    const [gallery] = await records.rows<{ schema: string }>(sql);
    return records.rows<{ preview_blob: string }>(`select preview_blob from ${gallery?.schema}.image`);
  });
  const blob = names[0]?.preview_blob ?? '';
  const path = join(product.dataDir, 'blobs', blob.slice(0, 2), blob.slice(2, 4), blob);
  expect(lstatSync(path).isFile()).toBe(true);
  const own = { token: owner.token };
  expect((await people.http.bytes(`/api/images/auth/${picture}`, own)).status).toBe(200);
  renameSync(path, `${path}.aside`);
  symlinkSync(join(product.dataDir, 'secrets.json'), path);
  const reply = await people.http.bytes(`/api/images/auth/${picture}`, own);
  rmSync(path);
  renameSync(`${path}.aside`, path);
  expect(reply.status).toBe(404);
  expect(reply.bytes.toString()).not.toContain('masterKey');
  expect((await people.http.bytes(`/api/images/auth/${picture}`, own)).status).toBe(200);
});

test('a private picture is not there for others, whatever name they guess', async () => {
  const calls: [path: string, token?: string][] = [
    [`/api/images/${picture}`],
    [`/api/images/${picture}`, owner.token],
    [`/api/images/${picture}`, stranger.token],
    [`/api/images/auth/${picture}`, stranger.token],
    [`/api/images/auth/${picture.replace('.webp', '-thumb.webp')}`, stranger.token],
    [generationHttp.download.path.replace(':id', generation.id).replace(':index', '0'), stranger.token],
    [generationHttp.one.path.replace(':id', generation.id), stranger.token],
  ];
  for (const [path, token] of calls) {
    const { status, headers } = await people.http.once('GET', path, { ...(token !== undefined && { token }) });
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
  }
  const nobody = await people.http.once('GET', `/api/images/auth/${picture}`);
  expect([nobody.status, nobody.headers.get('cache-control')]).toEqual([401, 'no-store']);
});

/** Begun first of all, since it takes as long as a request may. */
let slow: Promise<RawReply>;

const post = (headers: Record<string, string>): string =>
  requestHead(`POST ${membersHttp.login.path}`, { 'content-type': 'application/json', ...headers });

test('bodies too large and too deep are turned away, and the memory stays flat', async () => {
  const before = residentMib(product.pid);
  const piece = Buffer.alloc(64 * 1024, 'a');
  const pieces = function* (bytes: number, wrap = (part: Buffer): Buffer => part): Generator<Buffer> {
    for (let sent = 0; sent < bytes; sent += piece.length) yield wrap(piece);
  };
  const megabytes50 = 50 * 1024 * 1024;
  const chunk = (part: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);

  const declared = await Promise.all(
    Array.from({ length: 10 }, () =>
      rawRequest(product.address, post({ 'content-length': String(megabytes50) }), { feed: pieces(megabytes50) }),
    ),
  );
  const streamed = await Promise.all(
    Array.from({ length: 10 }, () =>
      rawRequest(product.address, post({ 'transfer-encoding': 'chunked' }), { feed: pieces(megabytes50, chunk) }),
    ),
  );
  // Whoever goes on sending finds the connection closed, often before the answer could be read.
  for (const { status, ms } of [...declared, ...streamed]) {
    expect([413, 0]).toContain(status);
    expect(ms).toBeLessThan(15_000);
  }
  const polite = await rawRequest(product.address, post({ 'content-length': String(megabytes50) }));
  expect(polite.status).toBe(413);

  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const body of [deep, `{"email":${deep}}`, '{"a":'.repeat(30_000)]) {
    const reply = await rawRequest(product.address, post({ 'content-length': String(body.length) }) + body);
    expect(reply.status).toBe(400);
    expect(reply.ms).toBeLessThan(1_000);
  }
  const growth = residentMib(product.pid) - before;
  expect(growth).toBeLessThan(150);
  tell('bodies', { offeredMib: 1000, growthMib: Math.round(growth) });
}, 120_000);

test('no text that a caller sends makes an error of the server', async () => {
  const body = {
    email: 'odd@faults.example',
    username: 'odd_one',
    password: 'secret odd',
    confirmPassword: 'secret odd',
  };
  const names = { firstName: 'A', lastName: 'B' };
  const odd = ['\0', 'a\0b', '\ud800', '\u202e', "'; drop schema store; --", '${7*7}', '{"$gt":""}', '\uffff'];
  const replies = await Promise.all(
    odd.flatMap((text, index) => [
      people.http.once('POST', registrationHttp.register.path, {
        body: { ...body, ...names, email: `r${index}@faults.example`, username: `odd_r${index}`, referralCode: text },
      }),
      people.http.once('POST', registrationHttp.register.path, {
        body: {
          ...body,
          email: `n${index}@faults.example`,
          username: `odd_n${index}`,
          firstName: text,
          lastName: text,
        },
      }),
      people.http.once('POST', membersHttp.login.path, { body: { email: text, password: text } }),
      people.http.once('GET', `${generationHttp.list.path}?search=${encodeURIComponent(text.toWellFormed())}`, {
        token: owner.token,
      }),
      people.http.once('GET', `/api/gallery/user?category=${encodeURIComponent(text.toWellFormed())}`, {
        token: owner.token,
      }),
      people.order(stranger, { prompt: `odd ${text} ${index}`, async: true }).then((outcome) => ({
        status: outcome.kind === 'refused' ? outcome.status : 202,
        body: outcome,
      })),
    ]),
  );
  const wrong = replies.filter(({ status }) => status >= 500 || status === 0);
  expect(wrong.map(({ status, body: told }) => [status, told])).toEqual([]);
});

test('errors tell neither stack nor SQL', async () => {
  const calls = [
    rawRequest(
      product.address,
      requestHead(`POST ${membersHttp.login.path}`, { 'content-type': 'application/json', 'content-length': '5' }) +
        '{"a":',
    ),
    rawRequest(
      product.address,
      requestHead('GET /api/generation/not-a-uuid', { authorization: `Bearer ${owner.token}` }),
    ),
    rawRequest(
      product.address,
      requestHead(`GET ${generationHttp.list.path}?page=1e309`, { authorization: `Bearer ${owner.token}` }),
    ),
    rawRequest(
      product.address,
      requestHead(`GET ${generationHttp.list.path}?page[a]=1&limit=-1`, { authorization: `Bearer ${owner.token}` }),
    ),
    rawRequest(product.address, requestHead('GET /api/%', {})),
    rawRequest(product.address, requestHead('BREW /api/generation/user', {})),
    rawRequest(product.address, 'GET / HTTP/9.9\r\n\r\n'),
  ];
  for (const { status, text } of await Promise.all(calls)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|\bselect\b|\binsert\b|pg_|postgres/i);
  }
});

test('after all this no secret stands in a log or an event, and the audit is clean', async () => {
  // The same address again: what the database complains of must not quote it.
  const twice = {
    email: owner.email,
    username: stranger.username,
    password: 'other secret',
    confirmPassword: 'other secret',
  };
  await people.http.once('POST', registrationHttp.register.path, { body: { ...twice, firstName: 'A', lastName: 'B' } });
  await people.http.once('POST', membersHttp.login.path, { body: { email: owner.email, password: 'wrong secret' } });
  await people.http.once('GET', `/api/auth/me?token=${owner.token}`, { token: `${owner.token}x` });
  await people.grant(owner, 1);
  await audit(product, people);
  await expectReplayAgrees(product);

  const databasePassword = new URL(product.endpoints().databaseUrl).password;
  const installation = Object.values(
    JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8')) as object,
  ) as string[];
  const secrets = [
    ...[owner, stranger].flatMap(({ token, email, password, username, imageCookie }) => [
      token,
      email,
      password,
      `First${username}`,
      `Last${username}`,
      imageCookie.split('=')[1] ?? '',
    ]),
    prompt,
    'other secret',
    'wrong secret',
    operator.email,
    operator.password,
    databasePassword,
    ...installation,
  ];
  expect(secrets.every((secret) => secret.length > 5)).toBe(true);
  const logs = readdirSync(join(product.dataDir, 'logs')).map((name) => [
    name,
    readFileSync(join(product.dataDir, 'logs', name), 'utf8'),
  ]);
  expect(logs.map(([name]) => name)).toEqual(
    expect.arrayContaining(['app.log', 'event-store.log', 'imaging.log', 'postgres.log']),
  );
  const events = await Records.of(product, async (records) => {
    const found: string[][] = [];
    for await (const event of records.events())
      found.push([`${event.stream}@${event.revision}`, JSON.stringify([event.data, event.metadata])]);
    return found;
  });
  const leaks = [...logs, ...events].flatMap(([place, text = '']) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`),
  );
  expect(leaks).toEqual([]);
});

test('a body that comes too slowly is given up', async () => {
  const { status, ms } = await slow;
  expect(status).toBe(408);
  expect(ms).toBeLessThan(30_000);
});
