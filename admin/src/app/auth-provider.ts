import type { Reply } from '@easel/contracts/kernel/client/address';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import type { AuthProvider, UserIdentity } from 'react-admin';
import { call } from '../lib/api.ts';
import { drafts } from '../lib/drafts.ts';
import { token } from '../lib/token.ts';
import { mayDo } from './access.ts';

type Operator = Reply<typeof operatorsHttp.me>['admin'];

/** Asked once a sign-in, and again where something speaks for another role; a failure is asked again. */
let operator: Promise<Operator> | undefined;
/** Behind `#` in the address that somebody was sent away from: react-admin keeps the rest of it. */
let fragment = '';
/** It was the server that ended the last session. */
let expired = false;
const EXPIRED = 'Admin authentication expired';

function me(): Promise<Operator> {
  if (!token.get()) return Promise.reject(new Error('No admin authentication token'));
  operator ??= call(operatorsHttp.me, {}).then(
    ({ admin }) => admin,
    (error: unknown) => {
      operator = undefined;
      if (!(error instanceof ApiError) || error.status !== 401) throw new Error('Failed to fetch admin data');
      throw expire();
    },
  );
  return operator;
}

/** Asks the server anew who is signed in; their role, where it is another than it was. */
export async function changedRole(): Promise<OperatorRole | undefined> {
  const before = await operator?.catch(() => undefined);
  operator = undefined;
  const { role } = await me();
  return before === undefined || before.role === role ? undefined : role;
}

function forget(): void {
  token.clear();
  operator = undefined;
}

function expire(): Error {
  forget();
  expired = true;
  return new Error(EXPIRED);
}

/** What was behind `#` where whoever signs in came from. */
export const fragmentLeft = (): string => fragment;

/** Why the last session ended, for the page that opens the next. */
export const endingOfSession = (): string | undefined => (expired ? EXPIRED : undefined);

/** An operator's session (spec: public-and-commerce §4, §7, §8); what one may do is read from the routes themselves. */
export const authProvider: AuthProvider = {
  async login({ email, password }: { email: string; password: string }) {
    const signedIn = await call(operatorsHttp.login, { body: { email, password } });
    enter(signedIn);
  },
  async logout() {
    fragment = location.hash;
    // Who signs in again after a session has expired finds them; who comes after a sign-out is somebody else.
    if (!expired) drafts.forget();
    // React-admin signs out also where the server has done so already.
    if (!token.get()) return;
    await call(operatorsHttp.logout, {}).catch(() => undefined);
    forget();
    expired = false;
  },
  /** Only who is signed out is sent to sign in: a server that cannot be reached ends nobody's session. */
  async checkAuth() {
    await me().catch((error: unknown) => {
      if (!token.get()) throw error;
    });
  },
  async checkError(error: unknown) {
    if (error instanceof ApiError && error.status === 401) throw expire();
  },
  async getIdentity(): Promise<UserIdentity> {
    const { id, name, email, role } = await me();
    return { id, fullName: name, email, role };
  },
  async getPermissions() {
    return (await me()).role;
  },
  async canAccess({ resource, action }) {
    return mayDo((await me()).role, resource, action);
  },
};

/** Takes over a session that was opened by whatever way. */
export function enter({ token: opened, admin }: Reply<typeof operatorsHttp.login>): void {
  token.set(opened);
  operator = Promise.resolve(admin);
  expired = false;
}
