// Its libraries take long to load: that comes before any test's clock.
import 'react-admin';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fetched = vi.fn<typeof fetch>();
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
let provider: typeof import('./auth-provider.ts').authProvider;
let ApiError: typeof import('@easel/contracts/kernel/client/api-error').ApiError;
beforeEach(async () => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('location', { hash: '#at=2026-11-01' });
  vi.resetModules();
  ({ authProvider: provider } = await import('./auth-provider.ts'));
  ({ ApiError } = await import('@easel/contracts/kernel/client/api-error'));
});
afterEach(() => {
  stored.clear();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const admin = { id: '1', name: 'Root', email: 'root@example.org', role: 'auditor' };
const answer = (body: unknown, status = 200) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
const signIn = async () => {
  answer({ success: true, token: 'secret', admin });
  await provider.login({ email: admin.email, password: 'long enough' });
};

test('who signs in is known without another call, and may what the routes let the role', async () => {
  await signIn();
  expect(stored.get('adminToken')).toBe('secret');
  await expect(provider.getIdentity?.()).resolves.toMatchObject({ id: '1', fullName: 'Root', role: 'auditor' });
  await expect(provider.getPermissions?.({})).resolves.toBe('auditor');
  await expect(provider.canAccess?.({ resource: 'operators', action: 'create' })).resolves.toBe(false);
  await expect(provider.canAccess?.({ resource: 'nothing', action: 'list' })).resolves.toBe(false);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a wrong password is told in the server’s words and leaves nothing behind', async () => {
  answer({ message: 'Invalid email or password' }, 401);
  await expect(provider.login({ email: 'a', password: 'b' })).rejects.toThrow('Invalid email or password');
  expect(stored.size).toBe(0);
});

test('nobody is not let in; a 401 ends the session, another failure does not', async () => {
  await expect(provider.checkAuth({})).rejects.toThrow('No admin authentication token');
  stored.set('adminToken', 'old');
  answer({ message: 'down' }, 503);
  await expect(provider.checkAuth({})).resolves.toBeUndefined();
  answer({ message: 'down' }, 503);
  await expect(provider.getIdentity?.()).rejects.toThrow('Failed to fetch admin data');
  answer({ message: 'Authentication expired' }, 401);
  await expect(provider.checkAuth({})).rejects.toThrow('Admin authentication expired');
  expect(stored.has('adminToken')).toBe(false);

  await signIn();
  await expect(provider.checkError(new ApiError('http', 'No', { status: 403 }))).resolves.toBeUndefined();
  await expect(provider.checkError(new ApiError('http', 'No', { status: 401 }))).rejects.toThrow(
    'Admin authentication expired',
  );
  expect(stored.has('adminToken')).toBe(false);
});

test('the sign-in is told that the server ended the session, until another is opened', async () => {
  const { endingOfSession } = await import('./auth-provider.ts');
  await signIn();
  expect(endingOfSession()).toBeUndefined();
  await expect(provider.checkError(new ApiError('http', 'No', { status: 401 }))).rejects.toThrow(
    'Admin authentication expired',
  );
  const calls = fetched.mock.calls.length;
  await provider.logout({});
  expect(fetched).toHaveBeenCalledTimes(calls);
  expect(endingOfSession()).toBe('Admin authentication expired');
  await signIn();
  expect(endingOfSession()).toBeUndefined();
});

test('a role that has changed is seen when it is asked for again', async () => {
  const { changedRole } = await import('./auth-provider.ts');
  await signIn();
  answer({ success: true, admin });
  await expect(changedRole()).resolves.toBeUndefined();
  answer({ success: true, admin: { ...admin, role: 'admin' } });
  await expect(changedRole()).resolves.toBe('admin');
  await expect(provider.getPermissions?.({})).resolves.toBe('admin');
  await expect(provider.canAccess?.({ resource: 'operators', action: 'create' })).resolves.toBe(true);
});

test('signing out forgets the token even where the server cannot be told', async () => {
  await signIn();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await provider.logout({});
  expect(stored.has('adminToken')).toBe(false);
});

test('what an operator was writing outlives an expired session, and no sign-out', async () => {
  const { drafts } = await import('../lib/drafts.ts');
  await signIn();
  drafts.set('reply', 'Dear Ada,');
  answer({ message: 'Authentication expired' }, 401);
  const { changedRole } = await import('./auth-provider.ts');
  await expect(changedRole()).rejects.toThrow('Admin authentication expired');
  await provider.logout({});
  expect(drafts.get('reply')).toBe('Dear Ada,');
  await signIn();
  answer({ success: true });
  await provider.logout({});
  expect(drafts.get('reply')).toBe('');
});
