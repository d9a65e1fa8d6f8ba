import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { KEY, openStandIn, pixelsOf, pngOf, type OpenStandIn } from './testing/open-stand-in.ts';

let standIn: OpenStandIn;
beforeAll(async () => {
  standIn = await openStandIn();
});
beforeEach(() => standIn.control.clear());
afterAll(() => standIn.close());

const frog = { prompt: 'a green frog', width: 256, height: 128, seed: 3 };
const headers = { 'x-key': KEY, 'content-type': 'application/json' };
const ask = (more: object = {}, model = 'flux-2-pro') =>
  fetch(`${standIn.url}/flux/v1/${model}`, { method: 'POST', headers, body: JSON.stringify({ ...frog, ...more }) });

interface Result {
  status: string;
  result: { sample: string; prompt: string; seed: number } | null;
}
const poll = async (url: string) => (await (await fetch(url, { headers })).json()) as Result;

/** Polls until the task is no longer pending. */
async function ended(url: string): Promise<Result> {
  for (;;) {
    const result = await poll(url);
    if (result.status !== 'Pending') return result;
  }
}

async function begun(more: object = {}) {
  const reply = await ask(more);
  expect(reply.status).toBe(200);
  return (await reply.json()) as { id: string; polling_url: string; cost: number; output_mp: number };
}

async function made(more: object = {}): Promise<Buffer> {
  const { result } = await ended((await begun(more)).polling_url);
  return Buffer.from(await (await fetch(result?.sample ?? '')).arrayBuffer());
}

test('accepts a task, reports its status, and serves its picture', async () => {
  const { id, polling_url, cost, output_mp } = await begun();
  expect(polling_url).toBe(`${standIn.url}/flux/v1/get_result?id=${id}`);
  expect([cost, output_mp]).toEqual([3, 1]);
  const { status, result } = await ended(polling_url);
  expect(status).toBe('Ready');
  expect(result).toMatchObject({ prompt: frog.prompt, seed: 3 });
  const file = await fetch(result?.sample ?? '');
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(await pixelsOf(bytes.toString('base64'))).toMatchObject({ width: 256, height: 128 });
  expect(await standIn.control.charges()).toEqual([{ protocol: 'flux', task: id, prompt: frog.prompt, pictures: 1 }]);
});

test('uses the seed, the format and the references', async () => {
  const [first, again, other] = [await made(), await made(), await made({ seed: 4 })];
  expect(first.equals(again)).toBe(true);
  expect(first.equals(other)).toBe(false);
  expect((await made({ output_format: 'png' })).subarray(1, 4).toString()).toBe('PNG');
  const red = (await pngOf(64, 64, () => [255, 0, 0])).toString('base64');
  const blue = `data:image/png;base64,${(await pngOf(64, 64, () => [0, 0, 255])).toString('base64')}`;
  const [withRed, withBoth] = [await made({ input_image: red }), await made({ input_image: red, input_image_2: blue })];
  expect(withRed.equals(first)).toBe(false);
  expect(withBoth.equals(withRed)).toBe(false);
});

test.each([
  ['a side that is not a multiple of 16', { width: 100 }, 'width'],
  ['more than four megapixels', { width: 4096, height: 2048 }, 'width'],
  ['a reference that is not a picture', { input_image: 'bm8gcGljdHVyZQ==' }, 'input_image'],
  ['an empty prompt', { prompt: '' }, 'prompt'],
])('refuses %s and charges nothing', async (_, more, field) => {
  const reply = await ask(more);
  expect(reply.status).toBe(422);
  expect(await reply.json()).toMatchObject({ detail: [{ loc: ['body', field] }] });
  expect(await standIn.control.charges()).toEqual([]);
});

test('requires the key, and serves FLUX models only', async () => {
  const reply = await fetch(`${standIn.url}/flux/v1/flux-2-pro`, { method: 'POST', headers: { 'x-key': 'another' } });
  expect(reply.status).toBe(401);
  expect((await ask({}, 'mystic')).status).toBe(404);
});

test('limits tasks in progress to 24', async () => {
  await standIn.control.change('flux', { delayMs: 60_000 });
  const replies = await Promise.all(Array.from({ length: 25 }, () => ask()));
  await standIn.control.change('flux', { delayMs: 0 });
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
  expect(await standIn.control.charges()).toHaveLength(24);
});
