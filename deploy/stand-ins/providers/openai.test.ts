import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FaultKind } from './faults.ts';
import { colourAt, KEY, openStandIn, pixelsOf, pngOf, type OpenStandIn } from './testing/open-stand-in.ts';

// Tests with the client library that the product uses.

let standIn: OpenStandIn;
let openai: OpenAI;
beforeAll(async () => {
  standIn = await openStandIn();
  openai = new OpenAI({ baseURL: `${standIn.url}/openai/v1`, apiKey: KEY, maxRetries: 0 });
});
beforeEach(() => standIn.control.clear());
afterAll(() => standIn.close());

const size = '256x256';
const owl = { model: 'gpt-image-1', prompt: 'an owl reading a book', size } as const;
const generate = (more: object = {}) => openai.images.generate({ ...owl, ...more, stream: false });

test('draws the requested number of different pictures', async () => {
  const { data, usage, output_format } = await generate({ n: 2, output_format: 'jpeg', size: '1536x1024' });
  const files = data?.map(({ b64_json }) => b64_json) ?? [];
  expect(new Set(files).size).toBe(2);
  expect(await pixelsOf(files[0])).toMatchObject({ width: 1536, height: 1024, channels: 3 });
  expect(Buffer.from(files[0] ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(data?.[0]?.revised_prompt).toContain(owl.prompt);
  expect(output_format).toBe('jpeg');
  expect(usage?.total_tokens).toBe((usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0));
  expect(await standIn.control.charges()).toEqual([
    { protocol: 'openai', task: null, prompt: owl.prompt, pictures: 2 },
  ]);
});

test('makes the background transparent on request', async () => {
  const { data } = await generate({ background: 'transparent' });
  const { channels, pixels } = await pixelsOf(data?.[0]?.b64_json);
  expect([channels, pixels[3]]).toEqual([4, 0]);
});

test('streams increasingly fine previews, and then the picture', async () => {
  const events: OpenAI.ImageGenStreamEvent[] = [];
  for await (const event of await openai.images.generate({ ...owl, stream: true, partial_images: 2 })) {
    events.push(event);
  }
  expect(events.map(({ type }) => type)).toEqual([
    'image_generation.partial_image',
    'image_generation.partial_image',
    'image_generation.completed',
  ]);
  expect(await pixelsOf(events[2]?.b64_json)).toMatchObject({ width: 256, height: 256 });
  expect(events[2]).toHaveProperty('usage.total_tokens');
});

const grey = () => pngOf(256, 256, () => [90, 90, 90]);

test('repaints the mask’s transparent pixels, and keeps every other pixel', async () => {
  const image = await toFile(await grey(), 'source.png', { type: 'image/png' });
  // Marks the left half.
  const mask = await toFile(await pngOf(256, 256, (x) => [0, 0, 0, x < 128 ? 0 : 255]), 'mask.png');
  const { data } = await openai.images.edit({ ...owl, image, mask, stream: false });
  const made = await pixelsOf(data?.[0]?.b64_json);
  const columns = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => colourAt(made, from + at, 100).join());
  expect(new Set(columns(128, 256))).toEqual(new Set(['90,90,90']));
  expect(new Set(columns(0, 128)).size).toBeGreaterThan(10);
});

test('blends references into the picture', async () => {
  const red = await pngOf(64, 64, () => [255, 0, 0]);
  const blue = await pngOf(64, 64, () => [0, 0, 255]);
  const average = async (...files: Buffer[]) => {
    await standIn.control.clear();
    const image = await Promise.all(files.map((file, at) => toFile(file, `${at}.png`, { type: 'image/png' })));
    const { data } = await openai.images.edit({ ...owl, image, stream: false });
    const pixels = [...(await pixelsOf(data?.[0]?.b64_json)).pixels];
    const sum = (colour: number) => pixels.reduce((all, value, at) => (at % 3 === colour ? all + value : all), 0);
    return { redness: sum(0) - sum(2) };
  };
  const [withRed, withBlue, withBoth] = [await average(red), await average(blue), await average(red, blue)];
  expect(withRed.redness).toBeGreaterThan(withBoth.redness);
  expect(withBoth.redness).toBeGreaterThan(withBlue.redness);
});

test.each([
  ['an unknown parameter', { seed: 7 }, 'unknown_parameter', 'seed'],
  ['an unsupported size', { size: '100x100' }, 'invalid_value', 'size'],
  ['too many pictures', { n: 11 }, 'invalid_value', 'n'],
])('refuses %s', async (_, more, code, param) => {
  await expect(generate(more)).rejects.toMatchObject({ status: 400, code, param });
  expect(await standIn.control.charges()).toEqual([]);
});

test('refuses a mask without transparency or of another size, and an invalid image', async () => {
  const image = await toFile(await grey(), 'source.png', { type: 'image/png' });
  const edit = async (mask: Buffer, source = image) =>
    openai.images.edit({ ...owl, image: source, mask: await toFile(mask, 'mask.png'), stream: false });
  await expect(edit(await grey())).rejects.toMatchObject({ status: 400, code: 'invalid_mask' });
  const small = await pngOf(16, 16, () => [0, 0, 0, 0]);
  await expect(edit(small)).rejects.toMatchObject({ status: 400, code: 'invalid_mask' });
  await expect(edit(small, await toFile(Buffer.from('no image'), 'a.png'))).rejects.toMatchObject({
    code: 'invalid_image_file',
  });
});

test('requires the key', async () => {
  const stranger = new OpenAI({ baseURL: `${standIn.url}/openai/v1`, apiKey: 'another', maxRetries: 0 });
  await expect(stranger.images.generate({ ...owl, stream: false })).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
  });
});

test.each<[FaultKind, object, number]>([
  ['busy', { status: 429, code: 'rate_limit_exceeded' }, 0],
  ['unavailable', { status: 503 }, 0],
  ['error', { status: 500 }, 0],
  ['unfunded', { status: 402 }, 0],
  ['moderated', { status: 400, code: 'moderation_blocked' }, 0],
  // The library rethrows this error unchanged.
  ['cut', { message: 'terminated' }, 1],
  ['lost', { message: 'Connection error.' }, 1],
])('answers once with %s', async (kind, problem, charged) => {
  await standIn.control.fault({ protocol: 'openai', kind });
  await expect(generate()).rejects.toMatchObject(problem);
  expect(await standIn.control.charges()).toHaveLength(charged);
  expect((await generate()).data).toHaveLength(1);
});

test('sends Retry-After', async () => {
  await standIn.control.change('openai', { retryAfterSeconds: 7 });
  await standIn.control.fault({ protocol: 'openai', kind: 'busy' });
  const headers = await generate().catch((error: InstanceType<typeof OpenAI.APIError>) => error.headers as Headers);
  expect((headers as Headers).get('retry-after')).toBe('7');
});

test('answers with an HTML page, and with bytes that are not an image', async () => {
  await standIn.control.fault({ protocol: 'openai', kind: 'wrong-type' });
  expect(await generate()).toContain('<!doctype html>');
  await standIn.control.fault({ protocol: 'openai', kind: 'not-image' });
  await standIn.control.fault({ protocol: 'openai', kind: 'truncated' });
  await expect(pixelsOf((await generate()).data?.[0]?.b64_json)).rejects.toThrow('unsupported image format');
  await expect(pixelsOf((await generate()).data?.[0]?.b64_json)).rejects.toThrow('read error');
});

test('never answers a call with the fault `silent`', async () => {
  await standIn.control.fault({ protocol: 'openai', kind: 'silent' });
  const gone = new AbortController();
  const waiting = openai.images.generate({ ...owl, stream: false }, { signal: gone.signal });
  const ended = waiting.catch((error: unknown) => error);
  // The call was received: a later call is answered.
  while ((await standIn.control.counts()).openai.ask === 0) await new Promise(setImmediate);
  await generate();
  gone.abort();
  expect(await ended).toBeInstanceOf(OpenAI.APIUserAbortError);
});

test('closes a stream in the middle', async () => {
  await standIn.control.fault({ protocol: 'openai', kind: 'cut' });
  const types: string[] = [];
  const read = async () => {
    const events = await openai.images.generate({ ...owl, stream: true, partial_images: 1 });
    for await (const { type } of events) types.push(type);
  };
  await expect(read()).rejects.toThrow('terminated');
  expect(types).toEqual(['image_generation.partial_image']);
});

test('lists the possible faults of a call when it refuses one', async () => {
  await expect(standIn.control.fault({ protocol: 'openai', kind: 'expired' })).rejects.toThrow('must be one of');
  await expect(standIn.control.fault({ protocol: 'openai', at: 'poll', kind: 'busy' })).rejects.toThrow(
    'does not have this call',
  );
});

test.each([
  [{}, 401],
  [{ authorization: `Bearer ${KEY}`, origin: 'http://elsewhere.test' }, 403],
])('refuses control calls from other origins or without the key: %o', async (headers, status) => {
  expect((await fetch(`${standIn.url}/_control/counts`, { headers })).status).toBe(status);
});
