import type { OpenaiImagesSettings } from '@easel/contracts/providers/file';
import type { OpenAI } from 'openai';
import { Readable } from 'node:stream';
import { discard, limited, type HttpReply, type ProviderHttp } from '../provider-http.ts';

/** Some servers ask for no key; the package insists on one. */
const NO_KEY = 'none';
/** Ours ends a call earlier. */
const LONGER_THAN_ANY_MS = 24 * 3_600_000;
/** The package adds what it finds in the environment, and what it knows of this machine. */
const SENT_HEADERS = ['accept', 'authorization', 'content-type'];

/** Loads the package, which takes its time, and opens a client that calls over `http` alone. */
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
    // What is left out here is read from the environment.
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
 * The package's own fetch gives up after five minutes without an answer, follows redirects, and says of no failure
 * whether anything was sent.
 */
function fetchOver(http: ProviderHttp, limitBytes: number): typeof fetch {
  const call: typeof fetch = async (input, { method, headers, body, signal } = {}) => {
    const sent = new Response(body ?? null);
    const all = new Headers(headers);
    // A form becomes bytes here, and their type names what divides them.
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
  // The package asks what it would make of a form.
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
