import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { colourAt, openStandIn, pixelsOf, pngOf, type OpenStandIn } from './testing/open-stand-in.ts';

let standIn: OpenStandIn;
let openai: OpenAI;
beforeAll(async () => {
  standIn = await openStandIn();
  // The server requires no key, and accepts any.
  openai = new OpenAI({ baseURL: `${standIn.url}/sd/v1`, apiKey: 'none', maxRetries: 0 });
});
beforeEach(() => standIn.control.clear());
afterAll(() => standIn.close());

const fox = { model: 'local', prompt: 'a red fox', size: '256x256' } as const;
const generate = (more: object = {}) => openai.images.generate({ ...fox, ...more, stream: false });
const withArgs = (args: object) => `${fox.prompt}<sd_cpp_extra_args>${JSON.stringify(args)}</sd_cpp_extra_args>`;

test('answers as sd-server does', async () => {
  const reply = await generate({ n: 2 });
  expect(Object.keys(reply).toSorted()).toEqual(['created', 'data', 'output_format']);
  expect(reply.data?.map((item) => Object.keys(item))).toEqual([['b64_json'], ['b64_json']]);
  expect(await pixelsOf(reply.data?.[0]?.b64_json)).toMatchObject({ width: 256, height: 256 });
  expect((await openai.models.list()).data).toEqual([{ id: 'sd-cpp-local', object: 'model', owned_by: 'local' }]);
});

test('reads the seed and the size from the tag inside the prompt', async () => {
  const seeded = async (seed: number) =>
    (await generate({ prompt: withArgs({ seed, width: 128 }) })).data?.[0]?.b64_json;
  const [first, again, other] = [await seeded(7), await seeded(7), await seeded(8)];
  expect(first).toBe(again);
  expect(first).not.toBe(other);
  expect(await pixelsOf(first)).toMatchObject({ width: 128, height: 256 });
  const [charge] = await standIn.control.charges();
  expect(charge?.prompt).toBe(fox.prompt);
});

test('increments the seed for each picture of a call', async () => {
  const both = await generate({ prompt: withArgs({ seed: 7 }), n: 2 });
  const second = await generate({ prompt: withArgs({ seed: 8 }) });
  expect(both.data?.[1]?.b64_json).toBe(second.data?.[0]?.b64_json);
});

test('repaints the mask’s white pixels, and ignores its transparency', async () => {
  const image = await toFile(await pngOf(128, 128, () => [90, 90, 90]), 'source.png');
  const mask = await toFile(await pngOf(128, 128, (x) => (x < 64 ? [255, 255, 255, 255] : [0, 0, 0, 0])), 'mask.png');
  const { data } = await openai.images.edit({ model: 'local', prompt: fox.prompt, image, mask, stream: false });
  const made = await pixelsOf(data?.[0]?.b64_json);
  expect(made).toMatchObject({ width: 128, height: 128 });
  expect(colourAt(made, 100, 60)).toEqual([90, 90, 90]);
  const painted = Array.from({ length: 64 }, (_, x) => colourAt(made, x, 60).join());
  expect(new Set(painted).size).toBeGreaterThan(10);
});

test.each([
  [{ prompt: '' }, 'prompt required'],
  [{ output_format: 'gif' }, 'invalid output_format, must be one of [png, jpeg, webp]'],
  [{ prompt: 'a fox<sd_cpp_extra_args>{</sd_cpp_extra_args>' }, 'invalid sd_cpp_extra_args'],
])('refuses with a string: %o', async (more, error) => {
  const reply = await fetch(`${standIn.url}/sd/v1/images/generations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fox, ...more }),
  });
  expect([reply.status, await reply.json()]).toEqual([400, { error }]);
});

test('fails with a string and a message', async () => {
  await standIn.control.fault({ protocol: 'sd-server', kind: 'error' });
  await expect(generate()).rejects.toMatchObject({ status: 500, error: 'server_error' });
});
