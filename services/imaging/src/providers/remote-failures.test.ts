import { describe, expect, test } from 'vitest';
import { brokenCall, failureOf, retryAfterOf } from './remote-failures.ts';

const failure = (status: number, error = {}, headers = {}) => failureOf(status, headers, error, 'hush');

describe('failureOf', () => {
  test.each([
    [302, {}, 'rejected'],
    [400, {}, 'rejected'],
    [400, { code: 'moderation_blocked', type: 'image_generation_user_error' }, 'moderated'],
    [400, { code: 'content_policy_violation' }, 'moderated'],
    [400, { code: 'billing_hard_limit_reached' }, 'unfunded'],
    [401, { code: 'invalid_api_key' }, 'unauthorized'],
    [402, {}, 'unfunded'],
    [403, {}, 'unauthorized'],
    [404, { code: 'model_not_found' }, 'rejected'],
    [408, {}, 'unknown'],
    [413, {}, 'rejected'],
    [422, {}, 'rejected'],
    [429, { type: 'requests', code: 'rate_limit_exceeded' }, 'busy'],
    [429, { type: 'insufficient_quota', code: 'insufficient_quota' }, 'unfunded'],
    [500, { code: 'moderation_blocked' }, 'unknown'],
    [502, {}, 'unknown'],
    [503, {}, 'unknown'],
    [504, {}, 'unknown'],
  ] as const)('maps %i %j to %s', (status, error, kind) => {
    expect(failure(status, error)).toMatchObject({ kind, status });
  });

  test('maps 503 with Retry-After to busy', () => {
    expect(failure(503, {}, { 'retry-after': '3' })).toMatchObject({ kind: 'busy', retryAfterMs: 3000 });
  });
});

test('keeps only identifiers in the detail, each once, and never the key', () => {
  const error = {
    code: 'invalid_value',
    type: 'An owl that reads',
    fields: ['size', 'size', 'hush', 'my_hush', 3, null],
  };
  expect(failure(400, error).detail).toBe('HTTP 400 invalid_value size');
});

test.each([
  ['7', 7000],
  ['0', 0],
  ['0.5', 500],
  ['-3', 0],
  ['1e99', 3_600_000],
  ['Mon, 30 Nov 2026 12:00:30 GMT', 30_000],
  ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [undefined, null],
])('parses Retry-After %j as %j ms', (header, ms) => {
  expect(retryAfterOf(header, Date.parse('2026-11-30T12:00:00Z'))).toBe(ms);
});

test('reports an error by its code, without its message', () => {
  const inner = Object.assign(new Error('an owl'), { code: 'UND_ERR_SOCKET' });
  const outer = new TypeError('terminated', { cause: inner });
  expect(brokenCall(outer, 'unknown').detail).toBe('the answer was cut off (UND_ERR_SOCKET)');
  expect(brokenCall(new SyntaxError('an owl'), 'unknown').detail).toBe('the answer was cut off (SyntaxError)');
});
