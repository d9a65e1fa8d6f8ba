// spec: faults F33, A29, A33
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { galleryHttp } from '@easel/contracts/gallery/http';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationHttp } from '@easel/contracts/generation/http';
import { healthHttp } from '@easel/contracts/kernel/health.http';
import { mailHttp } from '@easel/contracts/mail/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk, People, pictureSize } from './harness/people.ts';
import { plantFacts } from './harness/planted.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { tell } from './harness/tell.ts';
import { until } from './harness/until.ts';
import { webpSize } from './harness/webp.ts';

let product: Product;
/** Passes everything on under the upstream's name, and says nothing of for whom. */
let proxy: Server;
let throughProxy: string;

beforeAll(async () => {
  product = await startProduct({ env: { TRUST_PROXY: 'loopback', RATE_LIMIT_SCALE: '1', LOG_LEVEL: 'debug' } });
  const upstream = new URL(product.address);
  proxy = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const { hostname, port, host } = upstream;
    const call = request({ hostname, port, method, path, headers: { ...headers, host } }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    call.on('error', () => answer.destroy());
    asked.pipe(call);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  throughProxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  await product?.remove();
});

const mailbox = [
  mailHttp.list.path,
  mailHttp.json.path,
  mailHttp.style.path,
  mailHttp.one.path.replace(':id', randomUUID()),
];

test('29: a bare proxy in front opens neither the mailbox nor the figures', async () => {
  for (const path of [...mailbox, `${mailHttp.list.path}?token=a-guess-of-somebody`, healthHttp.metrics.path]) {
    for (const headers of [{}, { authorization: 'Bearer a-guess-of-somebody', cookie: 'easel_mailbox=a-guess' }]) {
      for (const address of [throughProxy, product.address]) {
        const reply = await fetch(address + path, { headers, redirect: 'manual' });
        expect([path, reply.status]).toEqual([path, 404]);
        expect(await reply.json()).toMatchObject({ code: 'request.not_found', message: 'Not found' });
      }
    }
  }
});

test('the banner’s address opens the mailbox, the token the figures, and neither secret is told anywhere', async () => {
  const [shown = ''] = /http:\S+\/dev\/mail\S*/.exec(product.output) ?? [];
  const first = await fetch(shown, { redirect: 'manual' });
  expect([first.status, first.headers.get('location')]).toEqual([303, mailHttp.list.path]);
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  for (const path of mailbox.slice(0, 3)) {
    const reply = await fetch(product.address + path, { headers: { cookie } });
    expect([path, reply.status]).toEqual([path, 200]);
  }
  expect(await product.metrics()).toContain('easel_http_seconds_bucket');

  const secrets = [product.secret('devMailToken'), product.secret('metricsToken')];
  const logs = readdirSync(join(product.dataDir, 'logs')).map((name) => join(product.dataDir, 'logs', name));
  const commandLines = product.processes().map((pid) => `/proc/${pid}/cmdline`);
  for (const path of [...logs, ...commandLines]) {
    const text = readFileSync(path, 'utf8');
    for (const secret of secrets) expect(`${path}: ${text}`).not.toContain(secret);
  }
});

test('behind a proxy that is trusted each visitor has a limit of his own', async () => {
  const { calls } = galleryHttp.public.limit;
  const read = async (visitor: string): Promise<number> => {
    const headers = { 'x-forwarded-for': visitor };
    const reply = await fetch(throughProxy + galleryHttp.public.path, { headers });
    await reply.arrayBuffer();
    return reply.status;
  };
  const statuses: number[] = [];
  while (statuses.length < calls + 10)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => read('203.0.113.1')))));
  expect(statuses.filter((status) => status === 200)).toHaveLength(calls);
  expect(await read('203.0.113.1')).toBe(429);
  expect(await read('203.0.113.2')).toBe(200);
});

test('33: the open preview of a small public picture is smaller than what is sold, of an old picture too', async () => {
  const people = new People(product);
  const member = await people.register();
  const outcome = await people.generate(member);
  if (outcome.kind !== 'completed') throw new Error(`it ended ${outcome.kind}`);
  const { generationId } = outcome;
  const path = generationHttp.makePublic.path.replace(':id', generationId);
  expectOk(await people.http.call('PUT', path, { token: member.token, body: { isPublic: true } }));
  // Another image of it, as large a preview as such pictures once had.
  await Records.of(product, async (records) => {
    const facts = await Array.fromAsync(records.log.read<GenerationFact>(`generation-${generationId}`));
    const drawn = facts.find((fact) => fact.type === 'VariantCreated');
    if (!drawn) throw new Error('nothing was drawn');
    const { index: _index, attempt: _attempt, ...image } = drawn.data;
    const data = { ...image, source: randomUUID(), variantId: randomUUID(), preview: image.original };
    await plantFacts(records, facts.length - 1, [{ type: 'VariantAttached', data }]);
  });
  const one = galleryHttp.publicOne.path.replace(':id', generationId);
  const variants = await people.http.eventually(one, {}, ({ status, body }) => {
    const { generation } = status === 200 ? galleryHttp.publicOne.reply.parse(body) : {};
    return generation?.variants.length === 2 ? generation.variants : undefined;
  });
  const open = { width: (pictureSize.width * 3) / 4, height: Math.round((pictureSize.height * 3) / 4) };
  for (const [index, { image_url: address, width, height }] of variants.entries()) {
    expect({ width, height }).toEqual(pictureSize);
    const file = generationHttp.download.path.replace(':id', generationId).replace(':index', String(index));
    for (const seen of [address, file]) {
      const { status, bytes } = await people.http.bytes(seen);
      expect([status, webpSize(bytes)]).toEqual([200, open]);
    }
  }
});

/**
 * What a server cannot take: no HTTP, headers without end, and half a request whose peer says that it ends, or nothing.
 */
const refused: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.write('nonsense\r\n\r\n'),
  (socket) => socket.write(`GET / HTTP/1.1\r\nHost: x\r\nx: ${'x'.repeat(40_000)}`),
  (socket) => socket.end('GET / HTTP/1.1\r\nHost: x\r\nx'),
  (socket) => socket.write('GET / HTTP/1.1\r\nHost: x\r\nx'),
];

test('33: 600 peers that never close give their descriptors back, and others are served meanwhile', async () => {
  /** Connections to the database come and go. */
  const itsOwn = 20;
  const descriptors = (): number => readdirSync(`/proc/${product.pid}/fd`).length;
  const isAlive = async (): Promise<boolean> => (await fetch(product.address + healthHttp.live.path)).ok;
  const before = descriptors();
  const { hostname: host, port } = new URL(product.address);
  // Of the end of what they are told they take no notice.
  const peers = Array.from({ length: 600 }, () => connect({ host, port: Number(port), allowHalfOpen: true }));
  try {
    const told = peers.map(async (peer, n) => {
      peer.on('error', () => undefined).resume();
      await once(peer, 'connect');
      refused[n % refused.length]?.(peer);
      await Promise.race([once(peer, 'end'), once(peer, 'close')]).catch(() => undefined);
    });
    expect(await isAlive()).toBe(true);
    await Promise.all(told);
    const begun = performance.now();
    await until(() => descriptors() < before + itsOwn, {
      deadlineMs: 30_000,
      why: () => `(${descriptors()} descriptors, ${before} before)`,
    });
    tell('refused sockets', { peers: peers.length, backAfterMs: Math.round(performance.now() - begun) });
    expect(await isAlive()).toBe(true);
  } finally {
    for (const peer of peers) peer.destroy();
  }
});
