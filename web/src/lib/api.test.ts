import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { accountHttp } from '@easel/contracts/account/http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressOf, ApiError, call, download } from './api.ts';
import { knownPositions } from './positions.ts';
import { token, type Ending } from './token.ts';

const balance = { success: true, balance: 0, credits: 12.5, held: 0 };
const fetched = vi.fn<typeof fetch>();
const reply = (body: unknown, init: ResponseInit = {}) => Promise.resolve(Response.json(body, init));
const sent = (index = 0) => {
  const [address, init] = fetched.mock.calls[index] ?? [];
  return { address, init, headers: new Headers(init?.headers) };
};

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  token.set('secret');
  knownPositions.forget();
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  token.clear('signed-out');
  knownPositions.forget();
});

test('a call carries the bearer and what this browser must be able to read, and notes what the reply tells', async () => {
  fetched.mockImplementation(() => reply(balance, { headers: { 'x-position': 'account=12' } }));
  expect(await call(accountHttp.balance, {})).toEqual(balance);
  expect(sent().headers.get('authorization')).toBe('Bearer secret');
  expect(sent().headers.has('x-position')).toBe(false);
  await call(accountHttp.balance, {});
  expect(sent(1).headers.get('x-position')).toBe('account=12');
});

test('a command that costs carries the key it is given, else a fresh one each time; others none', async () => {
  fetched.mockImplementation(() =>
    reply({ success: true, generation: { id: 'x', status: 'queued' } }, { status: 202 }),
  );
  const body = { prompt: 'A fox' };
  await call(generationHttp.generate, { body }, { idempotencyKey: 'wish', respondAsync: true });
  await call(generationHttp.generate, { body });
  await call(generationHttp.generate, { body });
  expect(sent(0).headers.get('idempotency-key')).toBe('wish');
  expect(sent(0).headers.get('prefer')).toBe('respond-async');
  expect(sent(1).headers.get('idempotency-key')).not.toBe(sent(2).headers.get('idempotency-key'));
  expect(sent(0).init?.body).toBe(JSON.stringify(body));
  fetched.mockImplementation(() => reply(balance));
  await call(accountHttp.balance, {});
  expect(sent(3).headers.has('idempotency-key')).toBe(false);
});

test("a refusal carries the server's words, its code and the fields it is about", async () => {
  const errors = [{ path: 'prompt', message: 'Please enter a prompt' }];
  fetched.mockImplementation(() =>
    reply({ success: false, message: 'No', code: 'request.invalid', errors }, { status: 400 }),
  );
  const refusal = await call(generationHttp.generate, { body: {} }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ kind: 'http', status: 400, message: 'No', code: 'request.invalid', fields: errors });
});

test('a refusal without words names its status', async () => {
  fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(call(accountHttp.balance, {})).rejects.toThrow('HTTP error! status: 502');
});

test('a 401 ends the session', async () => {
  const ended = vi.fn<(ending: Ending | null) => void>();
  const stop = token.subscribe(ended);
  fetched.mockImplementation(() => reply({ success: false, message: 'Authentication expired' }, { status: 401 }));
  await expect(call(membersHttp.me, {})).rejects.toThrow('Authentication expired');
  stop();
  expect(token.get()).toBeNull();
  expect(ended).toHaveBeenCalledExactlyOnceWith('expired');
});

test('a wrong password ends none, nor does the late answer to a token that was replaced', async () => {
  fetched.mockImplementation(() => reply({ success: false, message: 'Invalid email or password' }, { status: 401 }));
  const body = { email: 'a@b.example', password: 'wrong' };
  await expect(call(membersHttp.login, { body })).rejects.toThrow('Invalid email or password');
  expect(token.get()).toBe('secret');

  fetched.mockImplementation(() => {
    token.set('newer');
    return reply({ success: false, message: 'Authentication expired' }, { status: 401 });
  });
  await expect(call(membersHttp.me, {})).rejects.toThrow('Authentication expired');
  expect(token.get()).toBe('newer');
});

test('without a token a call for members is not made', async () => {
  token.clear('signed-out');
  await expect(call(membersHttp.me, {})).rejects.toThrow('No authentication token');
  expect(fetched).not.toHaveBeenCalled();
});

test('generating may take 180 seconds, all else 30', async () => {
  const asked: number[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms);
    return AbortSignal.abort(new DOMException('too slow', 'TimeoutError'));
  });
  fetched.mockImplementation((_, init) => Promise.reject(init?.signal?.reason as Error));
  const slow = await call(accountHttp.balance, {}).catch((error: unknown) => error);
  expect(slow).toMatchObject({ kind: 'timeout', message: 'Request timed out. Please try again.' });
  await call(generationHttp.generate, { body: {} }).catch(() => {});
  timeout.mockRestore();
  expect(asked).toEqual([30_000, 180_000]);
});

test('a lost connection is told from a refusal; giving up is neither', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(call(accountHttp.balance, {})).rejects.toMatchObject({ kind: 'network', status: 0 });
  const reason = new Error('gave up');
  fetched.mockImplementation((_, init) => Promise.reject(init?.signal?.reason as Error));
  await expect(call(accountHttp.balance, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('a reply that breaks the contract is no reply', async () => {
  fetched.mockImplementation(() => reply({ success: true, credits: 'many' }));
  await expect(call(accountHttp.balance, {})).rejects.toMatchObject({ kind: 'malformed' });
  fetched.mockResolvedValue(new Response('not json'));
  await expect(call(accountHttp.balance, {})).rejects.toMatchObject({ kind: 'malformed' });
});

test('a reply older than our own writes is told of', async () => {
  const onStale = vi.fn<() => void>();
  fetched.mockImplementation(() => reply(balance, { headers: { 'x-stale': 'true' } }));
  await call(accountHttp.balance, {}, { onStale });
  expect(onStale).toHaveBeenCalledOnce();
});

test('a file comes with the name the server proposes', async () => {
  fetched.mockResolvedValue(
    new Response('png', { headers: { 'content-disposition': 'attachment; filename="fox.png"' } }),
  );
  const { blob, fileName } = await download(generationHttp.download, { params: { id: 'a/b', index: 0 } });
  expect(fileName).toBe('fox.png');
  expect(await blob.text()).toBe('png');
  expect(sent().address).toBe('/api/generation/download/a%2Fb/0');
});

test('an address has its parameters escaped, and no query of what is absent', () => {
  expect(addressOf(generationHttp.one, { params: { id: '../me?x' } })).toBe('/api/generation/..%2Fme%3Fx');
  expect(addressOf(generationHttp.list, { query: { page: 2, limit: 12, search: '' } })).toBe(
    '/api/generation/user?page=2&limit=12',
  );
  expect(addressOf(generationHttp.list, { query: { search: 'a&b' } })).toBe('/api/generation/user?search=a%26b');
});
