import { describe, expect, test } from 'vitest';
import type { RemoteTask } from '../remote-provider.ts';
import { closedUrl, cutOff, json, providerServer } from '../testing/provider-server.ts';
import { stoppedClock, failureIn, never, remoteCall, settingsOf } from '../testing/remote-calls.ts';
import { createFlux } from './flux.provider.ts';

const KEY = 'bfl-key-3f1c';
const PICTURE = Buffer.from('the bytes of a picture');
const ID = 'd5ba37dc-ba09-4658-852e-deea7e176439';

const fluxAt = (baseUrl: string, over: Record<string, unknown> = {}) =>
  createFlux(settingsOf('flux', { baseUrl, model: 'flux-2-pro', ...over }), { key: KEY });

describe('ask', () => {
  test('sends a FLUX.2 request, and returns the task with its polling address and cost', async () => {
    const pollUrl = `https://api.eu2.bfl.ai/v1/get_result?id=${ID}`;
    const { url, received } = await providerServer((_, reply) => {
      json(reply, { id: ID, polling_url: pollUrl, cost: 4.5, input_mp: 0, output_mp: 2 });
    });
    const answer = await fluxAt(url).ask(
      remoteCall({
        size: { width: 1536, height: 1024 },
        seed: 41,
        negativePrompt: 'fog',
        settings: { outputFormat: 'jpg', safetyTolerance: 6 },
        references: [
          { bytes: Buffer.from('one'), type: 'image/png' },
          { bytes: Buffer.from('two'), type: 'image/jpeg' },
        ],
      }),
      never(),
    );
    expect(answer).toEqual({ task: { taskId: ID, pollUrl, costMicros: 45_000 } });
    expect(received).toHaveLength(1);
    const [{ method, path, headers, body } = expect.fail()] = received;
    expect([method, path, headers['x-key']]).toEqual(['POST', '/v1/flux-2-pro', KEY]);
    expect(JSON.parse(body.toString())).toEqual({
      prompt: 'an owl that reads a book',
      width: 1536,
      height: 1024,
      seed: 41,
      safety_tolerance: 5,
      output_format: 'jpeg',
      input_image: Buffer.from('one').toString('base64'),
      input_image_2: Buffer.from('two').toString('base64'),
    });
  });

  test('keeps a task with an invalid cost and polling address', async () => {
    const { url } = await providerServer((_, reply) => {
      json(reply, { id: ID, cost: 'three', polling_url: '' });
    });
    expect(await fluxAt(url).ask(remoteCall(), never())).toEqual({ task: { taskId: ID } });
  });

  test('caps the safety tolerance, and returns no cost when none is reported', async () => {
    const { url, received } = await providerServer((_, reply) => {
      json(reply, { id: ID, cost: null });
    });
    const answer = await fluxAt(`${url}/gateway/`, { safetyMax: 1 }).ask(remoteCall(), never());
    expect(answer).toEqual({ task: { taskId: ID } });
    expect(received[0]?.path).toBe('/gateway/v1/flux-2-pro');
    expect(JSON.parse(received[0]?.body.toString() ?? '')).toMatchObject({ safety_tolerance: 1, output_format: 'png' });
  });

  test.each([
    [401, {}, 'unauthorized'],
    [402, { detail: 'Insufficient credits' }, 'unfunded'],
    [403, {}, 'unauthorized'],
    [404, {}, 'rejected'],
    [429, {}, 'busy'],
    [500, {}, 'unknown'],
    [502, {}, 'unknown'],
    [503, {}, 'unknown'],
  ] as const)('maps status %i, and calls once', async (status, body, kind) => {
    const { url, received } = await providerServer((_, reply) => {
      json(reply, body, status);
    });
    const failure = await failureIn(fluxAt(url).ask(remoteCall(), never()));
    expect(failure).toMatchObject({ kind, status, detail: `HTTP ${status}`, retryAfterMs: null });
    expect(received).toHaveLength(1);
  });

  test('reads Retry-After', async () => {
    const { url } = await providerServer((_, reply) => {
      json(reply, {}, 503, { 'retry-after': '12' });
    });
    const failure = await failureIn(fluxAt(url).ask(remoteCall(), never()));
    expect(failure).toMatchObject({ kind: 'busy', retryAfterMs: 12_000 });
  });

  test('reports the rejected field, without prompt or key', async () => {
    const { url } = await providerServer((_, reply) => {
      const input = `an owl that reads a book ${KEY}`;
      const detail = [{ loc: ['body', 'width'], msg: `Input: ${input}`, type: 'greater_than_equal', input }];
      json(reply, { detail }, 422);
    });
    const failure = await failureIn(fluxAt(url).ask(remoteCall(), never()));
    expect(failure).toMatchObject({ kind: 'rejected', detail: 'HTTP 422 width greater_than_equal' });
  });

  test('reports `unknown` for a truncated answer, invalid JSON or a missing task', async () => {
    const cut = await providerServer((_, reply) => {
      cutOff(reply, '{"id":"');
    });
    expect((await failureIn(fluxAt(cut.url).ask(remoteCall(), never()))).kind).toBe('unknown');
    expect(cut.received).toHaveLength(1);
    const page = await providerServer((_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    });
    expect((await failureIn(fluxAt(page.url).ask(remoteCall(), never()))).kind).toBe('unknown');
    const empty = await providerServer((_, reply) => {
      json(reply, {});
    });
    expect((await failureIn(fluxAt(empty.url).ask(remoteCall(), never()))).kind).toBe('unknown');
  });

  test('reports a refused connection as safe to retry', async () => {
    const failure = await failureIn(fluxAt(await closedUrl()).ask(remoteCall(), never()));
    expect(failure).toMatchObject({ kind: 'unreachable', detail: 'ECONNREFUSED' });
  });

  test('sends nothing when the signal is already aborted', async () => {
    const { url, received } = await providerServer(() => undefined);
    expect((await failureIn(fluxAt(url).ask(remoteCall(), AbortSignal.abort()))).kind).toBe('unreachable');
    expect(received).toHaveLength(0);
  });

  test('reports `unknown` for a call aborted before its answer', async () => {
    const caller = new AbortController();
    const { url, received } = await providerServer(() => {
      caller.abort();
    });
    const failure = await failureIn(fluxAt(url).ask(remoteCall(), caller.signal));
    expect(failure).toMatchObject({ kind: 'unknown', detail: 'the call was aborted before its answer arrived' });
    expect(received).toHaveLength(1);
  });

  test('times out after the configured time', async () => {
    const moveClock = stoppedClock();
    const { url } = await providerServer(() => {
      moveClock(7000);
    });
    const failure = await failureIn(fluxAt(url, { timeoutSeconds: 7 }).ask(remoteCall(), never()));
    expect(failure).toMatchObject({ kind: 'unknown', detail: 'the call timed out' });
  });
});

describe('poll', () => {
  const polled = async (url: string, asked: RemoteTask) => fluxAt(url).poll?.(asked, never());
  const task = (url: string) => ({ taskId: ID, pollUrl: `${url}/v1/get_result?id=${ID}` });

  test('fetches the picture of a ready task, and sends the key for the task only', async () => {
    const { url, received } = await providerServer(({ path, headers }, reply) => {
      const sample = `http://${headers.host ?? ''}/delivery/sample.png?sig=1`;
      if (path.startsWith('/v1/')) json(reply, { id: ID, status: 'Ready', result: { sample } });
      else reply.end(PICTURE);
    });
    expect(await polled(url, task(url))).toEqual({ state: 'done', pictures: [{ bytes: PICTURE }] });
    expect(received.map(({ path, headers }) => [path, headers['x-key']])).toEqual([
      [`/v1/get_result?id=${ID}`, KEY],
      ['/delivery/sample.png?sig=1', undefined],
    ]);
  });

  test('polls by id without a polling address', async () => {
    const { url, received } = await providerServer((_, reply) => {
      json(reply, { status: 'Pending', progress: 0.4 });
    });
    expect(await polled(url, { taskId: 'a b&c' })).toEqual({ state: 'working', progress: 0.4 });
    expect(received[0]?.path).toBe('/v1/get_result?id=a+b%26c');
  });

  test.each([
    ['Pending', { state: 'working' }],
    ['Queued', { state: 'working' }],
  ])('keeps waiting while the status is %s', async (status, standing) => {
    const { url } = await providerServer((_, reply) => {
      json(reply, { id: ID, status, result: null, progress: null });
    });
    expect(await polled(url, task(url))).toEqual(standing);
  });

  test.each([
    ['Request Moderated', 'moderated'],
    ['Content Moderated', 'moderated'],
    ['Error', 'broken'],
    ['Task not found', 'broken'],
    ['Ready', 'broken'],
  ])('maps the status %s without a picture to %s', async (status, kind) => {
    const { url } = await providerServer((_, reply) => {
      json(reply, { id: ID, status, result: null });
    });
    expect((await failureIn(polled(url, task(url)))).kind).toBe(kind);
  });

  test.each([
    [500, 'busy'],
    [503, 'busy'],
    [429, 'busy'],
    [404, 'broken'],
  ])('maps %i to %s', async (status, kind) => {
    const { url } = await providerServer((_, reply) => {
      json(reply, {}, status);
    });
    expect((await failureIn(polled(url, task(url)))).kind).toBe(kind);
  });

  test('reports an unreadable answer as safe to retry', async () => {
    const { url } = await providerServer((_, reply) => {
      cutOff(reply, '{"status":"Rea');
    });
    expect((await failureIn(polled(url, task(url)))).kind).toBe('unreachable');
  });

  test.each(['http://127.0.0.1:1/x', 'https://127.0.0.1/x', 'https://169.254.169.254/x', 'no address'])(
    'refuses the polling address %s',
    async (pollUrl) => {
      const { url, received } = await providerServer((_, reply) => {
        json(reply, { status: 'Pending' });
      });
      const failure = await failureIn(polled(url, { taskId: ID, pollUrl }));
      expect(failure.kind).toBe('broken');
      expect(received).toHaveLength(0);
    },
  );

  test('does not fetch a picture from a private address', async () => {
    const other = await providerServer((_, reply) => reply.end(PICTURE));
    const { url } = await providerServer((_, reply) => {
      json(reply, { status: 'Ready', result: { sample: `${other.url}/a.png` } });
    });
    expect((await failureIn(polled(url, task(url)))).kind).toBe('broken');
    expect(other.received).toHaveLength(0);
  });
});
