import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { RemoteFailure, type RemoteFailureKind } from './remote-provider.ts';
import { causeOf, NoConnection } from './provider-http.ts';
import { AddressRefused } from './public-address.ts';

/** The parts of a provider's error that may be logged: codes and field names, no sentences. */
export interface ProviderError {
  readonly code?: unknown;
  readonly type?: unknown;
  /** Names of rejected fields. */
  readonly fields?: readonly unknown[];
}

const MODERATED = /moderation|moderated|content_policy|content_filter|safety_(system|violation)/;
const UNFUNDED = /insufficient_(quota|funds|credits?|balance)|billing|payment_required|out_of_credits/;
/** Sentences may quote the prompt or the key; a lower-case identifier does not. */
const WORD = /^[a-z][a-z0-9_.]{0,59}$/;

/** Returns the words that may be logged, without the key or a part of it. */
export function wordsOf(values: readonly unknown[], key: string | undefined): string[] {
  const words = values.filter((value): value is string => typeof value === 'string' && WORD.test(value));
  return words.filter((word) => key === undefined || key === '' || (!word.includes(key) && !key.includes(word)));
}

/** Maps an error answer to a failure. `key` is removed from the detail. */
export function failureOf(
  status: number,
  headers: IncomingHttpHeaders,
  { code, type, fields = [] }: ProviderError,
  key?: string,
): RemoteFailure {
  const retryAfterMs = retryAfterOf(headers['retry-after'], Date.now());
  const words = wordsOf([code, type, ...fields], key);
  const detail = [`HTTP ${status}`, ...new Set(words)].join(' ');
  const named = namesOf({ code, type });
  const failure = (kind: RemoteFailureKind): RemoteFailure => new RemoteFailure(kind, detail, status, retryAfterMs);
  if (status === 503 && retryAfterMs !== null) return failure('busy');
  // After these statuses the provider may still have done the work.
  if (status >= 500 || status === 408 || status === 425) return failure('unknown');
  if (UNFUNDED.test(named) || status === 402) return failure('unfunded');
  if (MODERATED.test(named)) return failure('moderated');
  if (status === 401 || status === 403) return failure('unauthorized');
  return failure(status === 429 ? 'busy' : 'rejected');
}

const namesOf = ({ code, type }: ProviderError): string =>
  [code, type].filter((name) => typeof name === 'string').join(' ');

/** Returns whether an error within a stream is a moderation refusal. */
export const isModeration = (error: ProviderError): boolean => MODERATED.test(namesOf(error));

const LONGEST_WAIT_MS = 3_600_000;

/** Parses Retry-After (seconds or a date) to milliseconds from now, at most an hour; null when absent or invalid. */
export function retryAfterOf(header: string | string[] | undefined, nowMs: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text.trim() === '') return null;
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.min(LONGEST_WAIT_MS, Math.max(0, Math.round(ms))) : null;
}

/**
 * Maps a call that ended without an answer to a failure. `sent` is the kind when the call may have arrived: `unknown`
 * for paid calls, `unreachable` for calls that are safe to retry.
 */
export function brokenCall(error: unknown, sent: 'unknown' | 'unreachable', signal?: AbortSignal): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  if (causeOf(error, AddressRefused))
    return new RemoteFailure('broken', 'the address from the provider is not allowed');
  const unconnected = causeOf(error, NoConnection);
  if (unconnected) return new RemoteFailure('unreachable', unconnected.message);
  if (signal?.aborted === true) return new RemoteFailure(sent, reasonOf(signal));
  return new RemoteFailure(sent, `the answer was cut off (${codeOf(error)})`);
}

const reasonOf = (signal: AbortSignal): string =>
  signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
    ? 'the call timed out'
    : 'the call was aborted before its answer arrived';

const coded = z.object({ code: z.string().regex(/^[A-Z0-9_]{2,60}$/) });

function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const found = coded.safeParse(at);
    if (found.success) return found.data.code;
  }
  return error instanceof Error ? error.name : 'no error';
}
