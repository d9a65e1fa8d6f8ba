import type { OpenAI } from 'openai';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { closedUrl, cutOff, json, providerServer, type Received } from '../testing/provider-server.ts';
import { failureIn, never, remoteCall, stoppedClock } from '../testing/remote-calls.ts';
import { createOpenaiImages } from './openai-images.provider.ts';
import { ANSWER, answering, KEY, openaiAt, PICTURE, sentJson, settingsAt, whole } from './testing/openai-at.ts';

describe('answers', () => {
  const answered = async (answer: (reply: ServerResponse, received: Received) => void, over: object = whole) => {
    const server = await providerServer((received, reply) => {
      answer(reply, received);
    });
    const previews: string[] = [];
    const provider = openaiAt(server.url, { ...over });
    const promise = provider.ask(remoteCall({ images: 2 }), never(), (file) => previews.push(file.toString()));
    return { server, previews, promise };
  };

  test('returns base64 pictures with their rewritten prompts, and no more than requested', async () => {
    const image = { b64_json: PICTURE.toString('base64'), revised_prompt: 'An owl, reading' };
    const { promise } = await answered((reply) => {
      json(reply, { created: 1, data: [image, image, image] } satisfies OpenAI.ImagesResponse);
    });
    const picture = { bytes: PICTURE, revisedPrompt: 'An owl, reading' };
    expect(await promise).toEqual({ pictures: [picture, picture] });
  });

  test('fetches pictures by their address, without sending the key', async () => {
    const { promise, server } = await answered((reply, { path, headers }) => {
      if (path === '/files/1.png') reply.end(PICTURE);
      else json(reply, { created: 1, data: [{ url: `http://${headers.host ?? ''}/files/1.png` }] });
    });
    expect(await promise).toEqual({ pictures: [{ bytes: PICTURE }] });
    expect(server.received[1]?.headers.authorization).toBeUndefined();
  });

  test.each(['https://127.0.0.1/1.png', 'https://169.254.169.254/1.png', 'http://127.0.0.1:1/1.png'])(
    'fetches nothing from %s',
    async (url) => {
      const { promise } = await answered((reply) => {
        json(reply, { created: 1, data: [{ url }] });
      });
      expect((await failureIn(promise)).kind).toBe('broken');
    },
  );

  test('reports `unknown` for a paid call whose picture cannot be fetched, so that it is not repeated', async () => {
    const { promise } = await answered((reply, { path, headers }) => {
      if (path === '/1.png') reply.writeHead(503).end();
      else json(reply, { created: 1, data: [{ url: `http://${headers.host ?? ''}/1.png` }] });
    });
    expect((await failureIn(promise)).kind).toBe('unknown');
  });

  const event = (type: string, text: string): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: Buffer.from(text).toString('base64') })}\n\n`;
  const stream = (reply: ServerResponse, ...events: string[]) =>
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''));
  const streaming = { server: 'openai' };

  test('passes on streamed previews, and returns the completed picture', async () => {
    const { promise, previews, server } = await answered(
      (reply) =>
        stream(
          reply,
          event('image_generation.partial_image', 'one'),
          event('image_generation.partial_image', 'two'),
          event('image_generation.completed', 'all'),
        ),
      streaming,
    );
    expect(await promise).toEqual({ pictures: [{ bytes: Buffer.from('all') }] });
    expect(previews).toEqual(['one', 'two']);
    expect(server.received.map(sentJson)).toMatchObject([{ stream: true, partial_images: 2 }]);
    expect(openaiAt(server.url, streaming).imagesPerCall).toBe(1);
  });

  test('reads a JSON answer to a streaming request', async () => {
    const { promise } = await answered((reply) => {
      json(reply, ANSWER);
    }, streaming);
    expect(await promise).toEqual({ pictures: [{ bytes: PICTURE }] });
  });

  test.each([
    [event('image_generation.partial_image', 'one'), 'unknown'],
    [`event: error\ndata: {"error":{"code":"moderation_blocked","message":"owl"}}\n\n`, 'moderated'],
    [`event: error\ndata: {"error":{"code":"server_error","message":"owl"}}\n\n`, 'unknown'],
    ['data: {"type":"image_gen', 'unknown'],
  ])('maps a stream that ends with %j to %s', async (text, kind) => {
    const { promise, server } = await answered((reply) => stream(reply, text), streaming);
    const failure = await failureIn(promise);
    expect(failure.kind).toBe(kind);
    expect(failure.detail).not.toContain('owl');
    expect(server.received).toHaveLength(1);
  });

  test.each([
    [400, { code: 'moderation_blocked', type: 'image_generation_user_error' }, 'moderated'],
    [400, { code: 'content_policy_violation', type: 'invalid_request_error' }, 'moderated'],
    [400, { code: 'invalid_value', type: 'invalid_request_error' }, 'rejected'],
    [401, { code: 'invalid_api_key' }, 'unauthorized'],
    [403, {}, 'unauthorized'],
    [402, {}, 'unfunded'],
    [404, { code: 'model_not_found' }, 'rejected'],
    [409, {}, 'rejected'],
    [422, {}, 'rejected'],
    [429, { code: 'rate_limit_exceeded', type: 'requests' }, 'busy'],
    [429, { code: 'insufficient_quota', type: 'insufficient_quota' }, 'unfunded'],
    [500, {}, 'unknown'],
    [503, {}, 'unknown'],
  ] as const)('maps %i %j to %s, and calls once', async (status, error, kind) => {
    const { promise, server } = await answered((reply) => {
      const message = `Incorrect key ${KEY} for an owl that reads a book`;
      json(reply, { error: { message, param: null, ...error } }, status);
    });
    const failure = await failureIn(promise);
    expect(failure).toMatchObject({ kind, status });
    expect(failure.detail).not.toMatch(/owl|sk-/);
    expect(server.received).toHaveLength(1);
  });

  test.each([429, 503])('reads Retry-After of a %i', async (status) => {
    const { promise } = await answered((reply) => {
      json(reply, { error: {} }, status, { 'retry-after': '20' });
    });
    expect(await failureIn(promise)).toMatchObject({ kind: 'busy', retryAfterMs: 20_000 });
  });

  test('reads sd-server’s errors, which are strings', async () => {
    const { promise } = await answered((reply) => {
      json(reply, { error: 'invalid params' }, 400);
    });
    expect(await failureIn(promise)).toMatchObject({ kind: 'rejected', detail: 'HTTP 400' });
  });

  test('follows no redirect', async () => {
    const other = await answering();
    const { promise } = await answered((reply) => reply.writeHead(307, { location: `${other.url}/v1` }).end());
    expect((await failureIn(promise)).kind).toBe('rejected');
    expect(other.received).toHaveLength(0);
  });

  test.each<[string, (reply: ServerResponse) => void]>([
    [
      'cut off',
      (reply) => {
        cutOff(reply, '{"data":[{"b64_json":"AAAA');
      },
    ],
    ['closed without an answer', (reply) => reply.destroy()],
    ['an HTML page', (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>owl</html>')],
    [
      'an empty list',
      (reply) => {
        json(reply, { data: [] });
      },
    ],
    [
      'a picture without bytes',
      (reply) => {
        json(reply, { data: [{ b64_json: '' }] });
      },
    ],
    ['empty', (reply) => reply.writeHead(204).end()],
  ])('reports `unknown` for an answer that is %s, and calls once', async (_, answer) => {
    const { promise, server } = await answered(answer);
    expect((await failureIn(promise)).kind).toBe('unknown');
    expect(server.received).toHaveLength(1);
  });

  test('reports a refused connection as safe to retry', async () => {
    const failure = await failureIn(openaiAt(await closedUrl(), whole).ask(remoteCall(), never()));
    expect(failure).toMatchObject({ kind: 'unreachable', detail: 'ECONNREFUSED' });
  });

  test('reports an unknown host as safe to retry', async () => {
    const settings = settingsAt('http://images.example', whole);
    const lookup = (_name: string, _options: object, callback: (error: Error, addresses: []) => void) => {
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    };
    const failure = await failureIn(createOpenaiImages(settings, { key: KEY, lookup }).ask(remoteCall(), never()));
    expect(failure).toMatchObject({ kind: 'unreachable', detail: 'ENOTFOUND' });
  });

  test('sends nothing when the signal is already aborted', async () => {
    const { url, received } = await answering();
    const failure = await failureIn(openaiAt(url, whole).ask(remoteCall(), AbortSignal.abort()));
    expect(failure).toMatchObject({ kind: 'unreachable', detail: 'aborted before it was sent' });
    expect(received).toHaveLength(0);
  });

  test('aborts with its caller, before and during an answer', async () => {
    for (const isBegun of [false, true]) {
      const caller = new AbortController();
      const { url, received } = await providerServer((_, reply) => {
        if (isBegun) reply.writeHead(200, { 'content-type': 'application/json' }).write('{');
        setImmediate(() => {
          caller.abort();
        });
      });
      const failure = await failureIn(openaiAt(url, whole).ask(remoteCall(), caller.signal));
      expect(failure).toMatchObject({ kind: 'unknown', detail: 'the call was aborted before its answer arrived' });
      expect(received).toHaveLength(1);
    }
  });

  test('times out after the configured time, also in the middle of an answer', async () => {
    const moveClock = stoppedClock();
    const { promise } = await answered(
      (reply) => {
        const text = event('image_generation.partial_image', 'one');
        reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(text, () => moveClock(14_000));
      },
      { ...streaming, timeoutSeconds: 7 },
    );
    expect(await failureIn(promise)).toMatchObject({ kind: 'unknown', detail: 'the call timed out' });
  });
});
