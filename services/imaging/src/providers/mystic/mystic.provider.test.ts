import { describe, expect, test } from 'vitest';
import type { RemoteTask } from '../remote-provider.ts';
import { closedUrl, cutOff, json, providerServer } from '../testing/provider-server.ts';
import { failureIn, never, remoteCall, settingsOf } from '../testing/remote-calls.ts';
import { createMystic } from './mystic.provider.ts';

const KEY = 'FPSX-secret';
const PICTURE = Buffer.from('the bytes of a picture');
const ID = '046b6c7f-0b8a-43b9-b35d-6489e6daee91';

const mysticAt = (baseUrl: string, over: Record<string, unknown> = {}, webhookUrl?: string) =>
  createMystic(settingsOf('mystic', { baseUrl, ...over }), { key: KEY, webhookUrl });

describe('ask', () => {
  test('sends a Mystic request, and returns the task', async () => {
    const { url, received } = await providerServer((_, reply) => {
      json(reply, { data: { task_id: ID, status: 'CREATED', generated: [] } });
    });
    const answer = await mysticAt(url, {}, 'https://easel.example/hooks/mystic').ask(
      remoteCall({
        settings: {
          model: 'zen',
          engine: 'magnific_sharpy',
          aspectRatio: 'widescreen_16_9',
          resolution: '4k',
          creativeDetailing: 60,
          filterNsfw: false,
        },
        references: [
          { bytes: Buffer.from('shape'), type: 'image/png', role: 'structure' },
          { bytes: Buffer.from('manner'), type: 'image/png', role: 'style' },
        ],
      }),
      never(),
    );
    expect(answer).toEqual({ task: { taskId: ID } });
    const [{ method, path, headers, body } = expect.fail()] = received;
    expect([method, path, headers['x-freepik-api-key']]).toEqual(['POST', '/v1/ai/mystic', KEY]);
    expect(JSON.parse(body.toString())).toEqual({
      prompt: 'an owl that reads a book',
      resolution: '4k',
      aspect_ratio: 'widescreen_16_9',
      model: 'zen',
      engine: 'magnific_sharpy',
      creative_detailing: 60,
      filter_nsfw: false,
      structure_reference: Buffer.from('shape').toString('base64'),
      style_reference: Buffer.from('manner').toString('base64'),
      webhook_url: 'https://easel.example/hooks/mystic',
    });
  });

  test('maps the automatic model to realism, and sends no webhook address when there is none', async () => {
    const { url, received } = await providerServer((_, reply) => {
      json(reply, { task_id: ID, task_status: 'IN_PROGRESS', generated: [] });
    });
    const answer = await mysticAt(url, { keyHeader: 'x-magnific-api-key' }).ask(remoteCall(), never());
    expect(answer).toEqual({ task: { taskId: ID } });
    expect(received[0]?.headers['x-magnific-api-key']).toBe(KEY);
    const body: unknown = JSON.parse(received[0]?.body.toString() ?? '');
    expect(body).toMatchObject({ model: 'realism', resolution: '1k' });
    expect(Object.keys(Object(body))).not.toContain('webhook_url');
  });

  test('assigns the free roles to references without a role, style first', async () => {
    const { url, received } = await providerServer((_, reply) => {
      json(reply, { data: { task_id: ID, status: 'CREATED' } });
    });
    const one = { bytes: Buffer.from('one'), type: 'image/png' as const };
    const two = { bytes: Buffer.from('two'), type: 'image/png' as const };
    await mysticAt(url).ask(remoteCall({ references: [one, two] }), never());
    await mysticAt(url).ask(remoteCall({ references: [one, { ...two, role: 'style' }] }), never());
    const sent = received.map(({ body }): unknown => JSON.parse(body.toString()));
    const [first, second] = [one, two].map(({ bytes }) => bytes.toString('base64'));
    expect(sent).toMatchObject([
      { style_reference: first, structure_reference: second },
      { style_reference: second, structure_reference: first },
    ]);
  });

  test.each([
    [400, { message: 'Validation error' }, 'rejected', 'HTTP 400'],
    [400, { invalid_params: [{ field: 'aspect_ratio', reason: 'no' }] }, 'rejected', 'HTTP 400 aspect_ratio'],
    [401, { message: KEY }, 'unauthorized', 'HTTP 401'],
    [402, {}, 'unfunded', 'HTTP 402'],
    [429, {}, 'busy', 'HTTP 429'],
    [500, {}, 'unknown', 'HTTP 500'],
    [503, {}, 'unknown', 'HTTP 503'],
  ] as const)('maps %i %j to %s, and calls once', async (status, body, kind, detail) => {
    const { url, received } = await providerServer((_, reply) => {
      json(reply, body, status);
    });
    expect(await failureIn(mysticAt(url).ask(remoteCall(), never()))).toMatchObject({ kind, status, detail });
    expect(received).toHaveLength(1);
  });

  test('reports `unknown` for a truncated answer or one without a valid task id', async () => {
    const cut = await providerServer((_, reply) => {
      cutOff(reply, '{"data":{');
    });
    expect((await failureIn(mysticAt(cut.url).ask(remoteCall(), never()))).kind).toBe('unknown');
    expect(cut.received).toHaveLength(1);
    const odd = await providerServer((_, reply) => {
      json(reply, { data: { task_id: '../../v2/other', status: 'CREATED' } });
    });
    expect((await failureIn(mysticAt(odd.url).ask(remoteCall(), never()))).kind).toBe('unknown');
  });

  test('reports a refused connection as safe to retry, and a timeout as `unknown`', async () => {
    expect((await failureIn(mysticAt(await closedUrl()).ask(remoteCall(), never()))).kind).toBe('unreachable');
    const caller = new AbortController();
    const { url } = await providerServer(() => {
      caller.abort();
    });
    expect((await failureIn(mysticAt(url).ask(remoteCall(), caller.signal))).kind).toBe('unknown');
  });
});

describe('poll', () => {
  const polled = async (url: string, task: RemoteTask = { taskId: ID }) => mysticAt(url).poll?.(task, never());
  const at = async (data: object) =>
    providerServer((_, reply) => {
      json(reply, { data: { task_id: ID, ...data } });
    });

  test.each([true, false])('fetches the picture of a completed task (wrapped: %s)', async (isWrapped) => {
    const { url, received } = await providerServer(({ path, headers }, reply) => {
      const generated = [`http://${headers.host ?? ''}/files/1.png`, 'https://127.0.0.1/never'];
      const task = { task_id: ID, status: 'COMPLETED', generated, has_nsfw: [false] };
      if (path.startsWith('/v1/')) json(reply, isWrapped ? { data: task } : task);
      else reply.end(PICTURE);
    });
    expect(await polled(url)).toEqual({ state: 'done', pictures: [{ bytes: PICTURE }] });
    expect(received.map(({ method, path, headers }) => [method, path, headers['x-freepik-api-key']])).toEqual([
      ['GET', `/v1/ai/mystic/${ID}`, KEY],
      ['GET', '/files/1.png', undefined],
    ]);
  });

  test.each(['CREATED', 'IN_PROGRESS'])('keeps waiting while the status is %s', async (status) => {
    expect(await polled((await at({ status })).url)).toEqual({ state: 'working' });
    expect(await polled((await at({ task_status: status })).url)).toEqual({ state: 'working' });
  });

  test.each([
    [{ status: 'FAILED' }, 'broken'],
    [{ status: 'COMPLETED', generated: [] }, 'broken'],
    [{ status: 'COMPLETED', generated: ['https://10.0.0.1/a.png'] }, 'broken'],
    [{ status: 'COMPLETED', generated: ['https://10.0.0.1/a.png'], has_nsfw: [true] }, 'moderated'],
    [{}, 'unreachable'],
  ])('maps %j to %s', async (data, kind) => {
    expect((await failureIn(polled((await at(data)).url))).kind).toBe(kind);
  });

  test.each([
    [401, 'busy'],
    [404, 'broken'],
    [429, 'busy'],
    [500, 'busy'],
    [503, 'busy'],
  ])('maps %i to %s', async (status, kind) => {
    const { url } = await providerServer((_, reply) => {
      json(reply, {}, status);
    });
    expect((await failureIn(polled(url))).kind).toBe(kind);
  });
});
