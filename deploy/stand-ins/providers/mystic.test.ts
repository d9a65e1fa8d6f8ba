import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FaultKind } from './faults.ts';
import { KEY, openStandIn, pixelsOf, pngOf, WEBHOOK_SECRET, type OpenStandIn } from './testing/open-stand-in.ts';

interface Standing {
  task_id: string;
  status: string;
  generated: string[];
  has_nsfw: boolean[];
}
interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let standIn: OpenStandIn;
let received: Received[];
let wake: () => void = () => undefined;
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ headers: request.headers, body });
    response.end();
    wake();
  });
});
let webhook_url: string;
beforeAll(async () => {
  standIn = await openStandIn();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;
});
beforeEach(async () => {
  received = [];
  await standIn.control.clear();
});
afterAll(async () => {
  await standIn.close();
  receiver.closeAllConnections();
  receiver.close();
});

const hooks = async (count: number): Promise<Received[]> => {
  while (received.length < count) await new Promise<void>((done) => (wake = done));
  return received;
};
const isSigned = ({ headers, body }: Received): boolean => {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(signed).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
};

const harbour = { prompt: 'a harbour at dusk', resolution: '1k' };
const headers = { 'x-freepik-api-key': KEY, 'content-type': 'application/json' };
const path = () => `${standIn.url}/mystic/v1/ai/mystic`;
const ask = (more: object = {}) =>
  fetch(path(), { method: 'POST', headers, body: JSON.stringify({ ...harbour, ...more }) });
const begin = async (more: object = {}) => ((await (await ask(more)).json()) as { data: Standing }).data;
const look = (id: string) => fetch(`${path()}/${id}`, { headers });
const poll = async (id: string) => ((await (await look(id)).json()) as { data: Standing }).data;

/** Polls until the task is no longer in progress. */
async function ended(id: string): Promise<Standing> {
  for (;;) {
    const standing = await poll(id);
    if (standing.status !== 'IN_PROGRESS') return standing;
  }
}
const fetched = async ({ generated: [url = ''] }: Standing) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('accepts a task, reports its end by a signed webhook, and serves its picture', async () => {
  const task = await begin({ webhook_url, aspect_ratio: 'widescreen_16_9', resolution: '2k' });
  expect(task).toMatchObject({ status: 'CREATED', generated: [] });
  const [hook] = await hooks(1);
  expect(hook && isSigned(hook)).toBe(true);
  const standing = await poll(task.task_id);
  expect(standing).toMatchObject({ task_id: task.task_id, status: 'COMPLETED', has_nsfw: [false] });
  expect(JSON.parse(hook?.body ?? '')).toEqual(standing);
  const file = await fetched(standing);
  expect(await pixelsOf(file.toString('base64'))).toMatchObject({ width: 2048, height: 1152 });
  expect(await standIn.control.charges()).toMatchObject([{ protocol: 'mystic', task: task.task_id, pictures: 1 }]);
});

test('takes structure from one reference, and colours from another', async () => {
  const made = async (more: object) => fetched(await ended((await begin({ fixed_generation: true, ...more })).task_id));
  const stripes = (await pngOf(64, 64, (x) => (x % 8 < 4 ? [255, 0, 0] : [0, 0, 255]))).toString('base64');
  const plain = await made({});
  expect((await made({})).equals(plain)).toBe(true);
  const files = [await made({ structure_reference: stripes }), await made({ style_reference: stripes })];
  expect(new Set([plain, ...files].map((file) => file.toString('base64'))).size).toBe(3);
});

test.each([
  ['an unsupported ratio', { aspect_ratio: 'ultrawide_21_9' }, 'aspect_ratio'],
  ['too much detail', { creative_detailing: 101 }, 'creative_detailing'],
  ['a reference that is not a picture', { style_reference: 'bm8=' }, 'style_reference'],
])('refuses %s and charges nothing', async (_, more, field) => {
  const reply = await ask(more);
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ invalid_params: [{ field }] });
  expect(await standIn.control.charges()).toEqual([]);
});

test('accepts the key in either header', async () => {
  const withKey = async (name: string, key: string) =>
    (await fetch(`${path()}/none`, { headers: { [name]: key } })).status;
  expect(await withKey('x-magnific-api-key', KEY)).toBe(404);
  expect(await withKey('x-freepik-api-key', 'another')).toBe(401);
});

test('sends a webhook twice with the same id, a forged one first, or one before its answer', async () => {
  await standIn.control.fault({ protocol: 'mystic', kind: 'duplicate' });
  await begin({ webhook_url });
  const [once, again] = await hooks(2);
  expect(once?.headers['webhook-id']).toBe(again?.headers['webhook-id']);

  received = [];
  await standIn.control.fault({ protocol: 'mystic', kind: 'forged' });
  await begin({ webhook_url });
  expect((await hooks(2)).map(isSigned)).toEqual([false, true]);

  received = [];
  await standIn.control.fault({ protocol: 'mystic', kind: 'early' });
  const { task_id } = await begin({ webhook_url });
  expect(received.map(({ body }) => (JSON.parse(body) as Standing).task_id)).toEqual([task_id]);

  received = [];
  await standIn.control.fault({ protocol: 'mystic', kind: 'unsent' });
  expect(await ended((await begin({ webhook_url })).task_id)).toMatchObject({ status: 'COMPLETED' });
  expect(received).toEqual([]);
});

test.each<[FaultKind, object]>([
  ['failed', { status: 'FAILED' }],
  ['moderated', { status: 'COMPLETED', generated: [], has_nsfw: [true] }],
])('ends a task as %s, and refunds it', async (kind, end) => {
  await standIn.control.fault({ protocol: 'mystic', kind });
  expect(await ended((await begin()).task_id)).toMatchObject(end);
  expect(await standIn.control.charges()).toEqual([]);
  expect((await standIn.control.counts()).mystic).toMatchObject({ pictures: 0, refunded: 1 });
});

test('reports one failure of a task that succeeds', async () => {
  await standIn.control.fault({ protocol: 'mystic', kind: 'failed-first' });
  const { task_id } = await begin();
  expect((await poll(task_id)).status).toBe('FAILED');
  expect((await ended(task_id)).status).toBe('COMPLETED');
});

test.each<FaultKind>(['lost', 'cut'])('charges a task whose answer is %s', async (kind) => {
  await standIn.control.fault({ protocol: 'mystic', kind });
  await expect(ask().then((reply) => reply.json())).rejects.toThrow(TypeError);
  expect(await standIn.control.charges()).toHaveLength(1);
});

test('breaks polls and files as requested, and then recovers', async () => {
  const { task_id } = await begin();
  const standing = await ended(task_id);
  await standIn.control.fault({ protocol: 'mystic', at: 'poll', kind: 'busy' });
  await standIn.control.fault({ protocol: 'mystic', at: 'poll', kind: 'gone' });
  expect([(await look(task_id)).status, (await look(task_id)).status]).toEqual([429, 404]);
  expect((await look(task_id)).status).toBe(200);

  const [url = ''] = standing.generated;
  await standIn.control.fault({ protocol: 'mystic', at: 'file', kind: 'expired' });
  expect((await fetch(url)).status).toBe(404);
  await standIn.control.fault({ protocol: 'mystic', at: 'file', kind: 'wrong-type' });
  expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  await standIn.control.fault({ protocol: 'mystic', at: 'file', kind: 'not-image' });
  const page = await fetch(url);
  expect([page.headers.get('content-type'), await page.text()]).toEqual([
    'image/jpeg',
    expect.stringContaining('html'),
  ]);
  await standIn.control.fault({ protocol: 'mystic', at: 'file', kind: 'cut' });
  await expect(fetched(standing)).rejects.toThrow('terminated');
  const whole = await fetched(standing);
  await standIn.control.fault({ protocol: 'mystic', at: 'file', kind: 'truncated' });
  expect((await fetched(standing)).length).toBe(Math.floor(whole.length / 2));
  expect((await standIn.control.counts()).mystic.file).toBe(6);
});
