import { membersHttp } from '@easel/contracts/members/http';
import { accountHttp } from '@easel/contracts/account/http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, trustedShape } from './api.ts';
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

test('trusts every reply of parts in a build, and refuses what has none', () => {
  const { reply: shape } = accountHttp.balance;
  expect(trustedShape(shape, { anything: 1 })).toEqual({ data: { anything: 1 } });
  for (const other of [null, undefined, 'an error page', 5]) expect(trustedShape(shape, other)).toBeUndefined();
});
