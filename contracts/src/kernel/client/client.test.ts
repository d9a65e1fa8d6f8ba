import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountHttp } from '../../account/http.ts';
import { generationHttp } from '../../generation/http.ts';
import { purchasesHttp } from '../../purchases/http.ts';
import { uploadsHttp } from '../../uploads/http.ts';
import { addressOf } from './address.ts';
import { ApiError } from './api-error.ts';
import { checkedShape } from './checked-shape.ts';
import { createClient } from './client.ts';
import { positionBook } from './positions.ts';

const balance = { success: true, balance: 0, credits: 12.5, held: 0 };
const fetched = vi.fn<typeof fetch>();
const reply = (body: unknown, init: ResponseInit = {}) => Promise.resolve(Response.json(body, init));
const sent = (index = 0) => {
  const [address, init] = fetched.mock.calls[index] ?? [];
  return { address, init, headers: new Headers(init?.headers) };
};
const { call, download } = createClient({ readShape: checkedShape, bearer: () => 'secret' });

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
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

test('generating may take 180 seconds, an upload 100, a download as long as it takes, all else 30', async () => {
  const asked: number[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms);
    return AbortSignal.abort(new DOMException('too slow', 'TimeoutError'));
  });
  fetched.mockImplementation((_, init) => Promise.reject(init?.signal?.reason as Error));
  const slow = await call(accountHttp.balance, {}).catch((error: unknown) => error);
  expect(slow).toMatchObject({ kind: 'timeout', message: 'Request timed out. Please try again.' });
  await call(generationHttp.generate, { body: {} }).catch(() => {});
  await call(uploadsHttp.send, { query: { purpose: 'reference', name: '' }, body: new Blob(['a picture']) }).catch(
    () => {},
  );
  fetched.mockImplementation(() => Promise.resolve(new Response('a file')));
  expect(await download(purchasesHttp.file, { params: { id: 'x' }, query: {} })).toMatchObject({ blob: { size: 6 } });
  timeout.mockRestore();
  expect(asked).toEqual([30_000, 180_000, 100_000]);
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

test('a client has its server, its caller and its positions; it hears of refusals first', async () => {
  let kept: string | null = null;
  const heard: unknown[] = [];
  const client = createClient({
    readShape: checkedShape,
    address: 'http://there',
    bearer: () => 'mine',
    positions: positionBook({ get: () => kept, set: (text) => void (kept = text) }),
    onRefused: ({ status }, { access, bearer }) => heard.push([status, access, bearer]),
    wordless: () => 'Oh no',
  });
  fetched.mockImplementationOnce(() =>
    reply({ success: false }, { status: 409, headers: { 'x-position': 'account=12' } }),
  );
  await expect(client.call(accountHttp.balance, {})).rejects.toMatchObject({ status: 409, message: 'Oh no' });
  expect(sent().address).toBe('http://there/api/wallet/balance');
  expect(sent().headers.get('authorization')).toBe('Bearer mine');
  expect(heard).toEqual([[409, 'member', 'mine']]);
  fetched.mockImplementationOnce(() => reply(balance));
  await client.call(accountHttp.balance, {});
  expect(sent(1).headers.get('x-position')).toBe('account=12');
});

test('who has no token sends none', async () => {
  fetched.mockImplementationOnce(() => reply(balance));
  await createClient({ readShape: checkedShape }).call(accountHttp.balance, {});
  expect(sent().headers.has('authorization')).toBe(false);
});
