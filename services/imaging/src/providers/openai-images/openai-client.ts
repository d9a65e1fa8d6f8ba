import type { OpenaiImagesSettings } from '@easel/contracts/providers/file';
import type { OpenAI } from 'openai';
import { Readable } from 'node:stream';
import { discard, limited, type HttpReply, type ProviderHttp } from '../provider-http.ts';

/** The package requires a key, also for servers without one. */
const NO_KEY = 'none';
/** Effectively disables the package's timeout; our signal aborts earlier. */
const LONGER_THAN_ANY_MS = 24 * 3_600_000;
/** Headers that are sent. The package would add others from the environment and about this machine. */
const SENT_HEADERS = ['accept', 'authorization', 'content-type'];

/** Loads the package lazily, because it is slow to load, and creates a client that calls through `http` only. */
export async function openClient(
  { baseUrl }: OpenaiImagesSettings,
  key: string | undefined,
  http: ProviderHttp,
  limitBytes: number,
): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: key ?? NO_KEY,
    // Options that are left out would be read from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: LONGER_THAN_ANY_MS,
    fetch: fetchOver(http, limitBytes),
  });
}

/**
 * Replaces the default fetch, which gives up after five minutes without an answer, follows redirects, and does not tell
 * whether anything was sent before a failure.
 */
function fetchOver(http: ProviderHttp, limitBytes: number): typeof fetch {
  const call: typeof fetch = async (input, { method, headers, body, signal } = {}) => {
    const sent = new Response(body ?? null);
    const all = new Headers(headers);
    // `Response` encodes a form; its content type contains the boundary.
    const type = all.get('content-type') ?? sent.headers.get('content-type');
    if (type !== null) all.set('content-type', type);
    const reply = await http.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url: new URL(input instanceof Request ? input.url : input),
      headers: Object.fromEntries([...all].filter(([name]) => SENT_HEADERS.includes(name))),
      body: body ? Buffer.from(await sent.arrayBuffer()) : null,
      signal: signal ?? new AbortController().signal,
    });
    return responseOf(reply, limitBytes);
  };
  // The package uses `fetch.Response` to test the encoding of forms.
  return Object.assign(call, { Response });
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf(reply: HttpReply, limitBytes: number): Response {
  const { statusCode, headers, body } = reply;
  const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [value].flat().map((one) => [name, one]),
  );
  const hasNone = WITHOUT_BODY.has(statusCode);
  if (hasNone) discard(reply);
  return new Response(hasNone ? null : Readable.toWeb(Readable.from(limited(body, limitBytes))), {
    status: statusCode,
    headers: fields,
  });
}
