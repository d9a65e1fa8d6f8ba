import { IDEMPOTENCY_HEADER, POSITION_HEADER } from '@easel/contracts/kernel/http';
import { problems } from '@easel/contracts/kernel/problem';
import { HttpError } from 'react-admin';
import { knownPositions } from './positions.ts';
import { token } from './token.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
  json: unknown;
}

const TIMEOUT_MS = 30_000;

/**
 * One call with the operator's token, as react-admin's providers want it. Throws `HttpError` with a text fit to be shown,
 * the status and the refusal's whole body; status 0 where nobody knows whether the call arrived.
 */
export async function http(url: string, options: RequestInit = {}): Promise<Answer> {
  const response = await send(url, options);
  const body = await response.text();
  const json = jsonOf(body);
  if (!response.ok) throw new HttpError(messageOf(json), response.status, json);
  return { status: response.status, headers: response.headers, body, json };
}

/** Without reading the reply, for files and streams; refusals are read. */
export async function httpStream(url: string, options: RequestInit = {}): Promise<Response> {
  const response = await send(url, options, { endless: true });
  if (response.ok) return response;
  const json = jsonOf(await response.text());
  throw new HttpError(messageOf(json), response.status, json);
}

async function send(url: string, options: RequestInit, { endless = false } = {}): Promise<Response> {
  const headers = new Headers(options.headers);
  headers.set('accept', headers.get('accept') ?? 'application/json');
  const bearer = token.get();
  if (bearer) headers.set('authorization', `Bearer ${bearer}`);
  const positions = knownPositions.get();
  if (positions) headers.set(POSITION_HEADER, positions);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.method === 'POST' && !headers.has(IDEMPOTENCY_HEADER)) {
    headers.set(IDEMPOTENCY_HEADER, crypto.randomUUID());
  }
  const timeout = endless ? undefined : AbortSignal.timeout(TIMEOUT_MS);
  const signals = [options.signal, timeout].filter((signal) => signal !== undefined && signal !== null);
  try {
    const response = await fetch(url, { ...options, headers, signal: AbortSignal.any(signals) });
    knownPositions.note(response.headers.get(POSITION_HEADER));
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new HttpError(
      timeout?.aborted
        ? 'Request timed out. Please try again.'
        : 'Network error. Please check your connection and try again.',
      0,
    );
  }
}

const messageOf = (json: unknown): string =>
  typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string'
    ? json.message
    : problems.unexpected.message;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
