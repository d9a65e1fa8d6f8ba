import { addressOf } from '@easel/contracts/kernel/client/address';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './api.ts';
import { http, httpFile } from './http.ts';

const fetched = vi.fn<typeof fetch>();
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => {
  stored.clear();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const answer = (body: unknown, init: ResponseInit = {}) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), init));
const sent = (index = 0) => new Headers(fetched.mock.calls[index]?.[1]?.headers);

test('a call carries the operator’s token, and every POST a key of its own', async () => {
  stored.set('adminToken', 'secret');
  answer([]);
  answer({});
  answer({});
  await http('/api/admin/messages');
  await http('/api/admin/messages/triage', { method: 'POST', body: '{}' });
  await http('/api/admin/messages/triage', { method: 'POST', body: '{}' });
  expect(sent(0).get('authorization')).toBe('Bearer secret');
  expect(sent(0).has('idempotency-key')).toBe(false);
  expect(sent(1).get('content-type')).toBe('application/json');
  expect(sent(1).get('idempotency-key')).not.toBe(sent(2).get('idempotency-key'));
});

test('what was written can be read: positions go along, each at its latest', async () => {
  answer({}, { headers: { 'x-position': 'messages=7,operators=3' } });
  answer({}, { headers: { 'x-position': 'messages=5' } });
  answer({});
  await http('/a');
  await http('/b');
  await http('/c');
  expect(sent(2).get('x-position')).toBe('messages=7,operators=3');
});

test('a refusal is told in the server’s words, with its whole body', async () => {
  const body = {
    success: false,
    message: 'Somebody else has changed this message meanwhile.',
    present: { version: 4 },
  };
  answer(body, { status: 409 });
  const refused = await http('/a').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ message: body.message, status: 409, body });
});

test('what is no JSON and what never arrives have a text as well', async () => {
  fetched.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
  await expect(http('/a')).rejects.toMatchObject({ status: 502, message: 'Something went wrong. Please try again.' });
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(http('/a')).rejects.toMatchObject({ status: 0, message: expect.stringContaining('Network error') });
  fetched.mockResolvedValueOnce(new Response('{"message":"No"}', { status: 403 }));
  await expect(httpFile('/a')).rejects.toMatchObject({ status: 403, message: 'No' });
});

test('reads a file with the name that the server gives it', async () => {
  const name = 'easel-ledger-from-2026-11-01-made-2026-11-29.csv';
  const headers = { 'content-disposition': `attachment; filename="${name}"` };
  fetched.mockResolvedValueOnce(new Response('a,b', { headers }));
  const { blob, fileName } = await httpFile('/a');
  expect([await blob.text(), fileName]).toEqual(['a,b', name]);
});

test('who gives a call up hears of it as such', async () => {
  const given = new AbortController();
  fetched.mockImplementationOnce((_, init) => {
    given.abort();
    return Promise.reject(init?.signal?.reason as Error);
  });
  await expect(http('/a', { signal: given.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('a route’s call fills its address, repeats its key and reads the reply by its contract', async () => {
  const { change, me } = operatorsHttp;
  expect(addressOf(change, { params: { id: 'a/b' }, query: { q: 'x&y', nothing: undefined } })).toBe(
    '/api/admin/operators/a%2Fb?q=x%26y',
  );
  const admin = { id: '1', name: 'Root', email: 'root@example.org', role: 'admin' };
  answer({ success: true, admin });
  await expect(call(me, {}, { idempotencyKey: 'mine' })).resolves.toEqual({ success: true, admin });
  expect(sent().get('idempotency-key')).toBe('mine');
  answer({ success: true, admin: { id: 1 } });
  await expect(call(me, {})).rejects.toThrow('Something went wrong');
});
