import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { RemoteCall } from '../remote-provider.ts';
import type { Received } from '../testing/provider-server.ts';
import { never, remoteCall } from '../testing/remote-calls.ts';
import { createOpenaiImages } from './openai-images.provider.ts';
import { answering, KEY, openaiAt, PICTURE, sentJson, settingsAt, whole } from './testing/openai-at.ts';

const asked = async (url: string, over: Record<string, unknown>, call: RemoteCall = remoteCall()) =>
  openaiAt(url, over).ask(call, never());
const sentForm = async ({ body, headers }: Received): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
const bytesIn = async (part: unknown): Promise<Buffer> =>
  part instanceof File ? Buffer.from(await part.arrayBuffer()) : expect.fail();

describe('requests', () => {
  test('requests several pictures from OpenAI in one call', async () => {
    const { url, received } = await answering();
    const provider = openaiAt(url, { ...whole, quality: 'high' });
    expect(provider.imagesPerCall).toBe(8);
    const call = remoteCall({ images: 4, size: { width: 1536, height: 1024 }, settings: { outputFormat: 'jpg' } });
    expect(await provider.ask(call, never())).toEqual({ pictures: [{ bytes: PICTURE }] });
    expect(received).toHaveLength(1);
    const [{ method, path, headers } = expect.fail()] = received;
    expect([method, path, headers.authorization]).toEqual(['POST', '/v1/images/generations', `Bearer ${KEY}`]);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
    expect(received.map(sentJson)).toEqual([
      {
        model: 'gpt-image-2',
        prompt: 'an owl that reads a book',
        n: 4,
        size: '1536x1024',
        output_format: 'jpeg',
        quality: 'high',
      },
    ]);
  });

  test('requests a transparent PNG for a T-shirt', async () => {
    const { url, received } = await answering();
    await asked(url, whole, remoteCall({ settings: { isTshirtDesign: true, outputFormat: 'jpg' } }));
    expect(received.map(sentJson)).toMatchObject([{ background: 'transparent', output_format: 'png' }]);
  });

  test('sends other servers only the protocol’s common fields, for one picture, without a key', async () => {
    const { url, received } = await answering();
    const provider = createOpenaiImages(settingsAt(url, { model: 'flux' }), { key: undefined });
    expect(provider.imagesPerCall).toBe(1);
    await provider.ask(remoteCall({ negativePrompt: 'fog' }), never());
    expect(received.map(sentJson)).toEqual([
      { model: 'flux', prompt: 'an owl that reads a book', n: 1, size: '1024x1024' },
    ]);
    expect(received[0]?.headers.authorization).toBe('Bearer none');
  });

  test.each(['openai', 'sd-server', 'other'])('removes the member’s own parameters for %s', async (server) => {
    const { url, received } = await answering();
    const tag = '<sd_cpp_extra_args>{"sample_params":{"sample_steps":1}}</sd_cpp_extra_args>';
    await asked(url, { server, previews: false }, remoteCall({ prompt: `a cat ${tag}` }));
    expect(received[0]?.body.toString()).not.toContain('sample_steps');
  });

  test('sends sd-server its seed and negative prompt in the prompt’s tag, and the size as a field', async () => {
    const { url, received } = await answering();
    const provider = openaiAt(url, { server: 'sd-server', model: 'sd-cpp-local' });
    expect(provider.imagesPerCall).toBe(1);
    await provider.ask(remoteCall({ seed: 41, negativePrompt: 'fog', size: { width: 832, height: 1216 } }), never());
    const parameters = '<sd_cpp_extra_args>{"seed":41,"negative_prompt":"fog"}</sd_cpp_extra_args>';
    expect(received.map(sentJson)).toEqual([
      {
        model: 'sd-cpp-local',
        prompt: `${parameters} an owl that reads a book`,
        n: 1,
        size: '832x1216',
        output_format: 'png',
      },
    ]);
  });

  test('sends references as image[]', async () => {
    const { url, received } = await answering();
    const references = [
      { bytes: Buffer.from('one'), type: 'image/png' as const },
      { bytes: Buffer.from('two'), type: 'image/jpeg' as const },
    ];
    expect(await asked(url, whole, remoteCall({ references }))).toEqual({ pictures: [{ bytes: PICTURE }] });
    const [first = expect.fail()] = received;
    expect([first.method, first.path]).toEqual(['POST', '/v1/images/edits']);
    const form = await sentForm(first);
    expect(form.get('prompt')).toBe('an owl that reads a book');
    expect([form.get('n'), form.get('size'), form.get('model')]).toEqual(['1', '1024x1024', 'gpt-image-2']);
    const images = form.getAll('image[]');
    expect(images.map((one) => one instanceof File && [one.name, one.type])).toEqual([
      ['0.png', 'image/png'],
      ['1.jpg', 'image/jpeg'],
    ]);
    expect(await Promise.all(images.map(bytesIn))).toEqual(references.map(({ bytes }) => bytes));
    expect(form.has('mask')).toBe(false);
  });

  const masked = async (server: string) => {
    const { url, received } = await answering();
    const pixels = Buffer.from([9, 9, 9, 0, 9, 9, 9, 255]);
    const mask = await sharp(pixels, { raw: { width: 2, height: 1, channels: 4 } })
      .png()
      .toBuffer();
    const source = { bytes: Buffer.from('source'), type: 'image/png' as const };
    const reference = { bytes: Buffer.from('reference'), type: 'image/png' as const };
    const call = remoteCall({ edit: { source, mask }, references: [reference] });
    await asked(url, { server, previews: false }, call);
    const form = await sentForm(received[0] ?? expect.fail());
    const images = await Promise.all(form.getAll('image[]').map(bytesIn));
    return { mask, images: images.map(String), sent: await bytesIn(form.get('mask')) };
  };

  test('sends the edit source first, and its mask unchanged', async () => {
    const { images, mask, sent } = await masked('openai');
    expect(images).toEqual(['source', 'reference']);
    expect(sent).toEqual(mask);
  });

  test('converts a mask’s transparency to white for sd-server', async () => {
    const { images, sent } = await masked('sd-server');
    expect(images).toEqual(['source', 'reference']);
    const { data, info } = await sharp(sent).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([2, 1, 1]);
    expect([...data]).toEqual([255, 0]);
  });
});
