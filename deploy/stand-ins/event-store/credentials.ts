import type { Metadata, UntypedServiceImplementation } from '@grpc/grpc-js';
import { type Accounts, basicCredentials } from './accounts.ts';
import { Caller } from './caller.ts';
import { notLeader, StoreError, unauthenticated } from './errors.ts';
import type { Service } from './features.service.ts';

export interface Endpoint {
  host: string;
  port: number;
}

export interface Access {
  /** Where there are none, insecure mode takes any credentials for right. */
  accounts: Accounts;
  /** Whether whoever calls may do all, without credentials too. */
  insecure: boolean;
  /** The leader, where it is another node. */
  leader?: Endpoint | undefined;
}

/** Puts the check of credentials, and of who leads, before every handler of a service. */
export function guarded({ handlers, open, refuses = [] }: Service, access: Access): UntypedServiceImplementation {
  if (open) return handlers;
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      guard(handler as Handler, access, { refusesItself: refuses.includes(name) }),
    ]),
  );
}

/** Who makes a call that came through `guarded`; what it touches is for its handler to check. */
export function callerOf(call: object): Caller {
  const caller = callers.get(call);
  if (!caller) throw new TypeError('the call came past the guard');
  return caller;
}

const callers = new WeakMap<object, Caller>();

/** Handlers as gRPC calls them: those that stream their replies have no callback, and report errors as events. */
type Handler = (call: Call, reply: ((error: Error) => void) | undefined) => void;

interface Call {
  metadata: Metadata;
  emit(event: 'error', error: Error): boolean;
}

function guard(handler: Handler, access: Access, { refusesItself }: { refusesItself: boolean }): Handler {
  return (call, reply) => {
    try {
      const caller = identify(call.metadata, access);
      if (!refusesItself) caller.enter();
      requireLeader(call.metadata, access);
      callers.set(call, caller);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (reply) reply(error);
      else call.emit('error', error);
      return;
    }
    handler(call, reply);
  };
}

/** @throws StoreError for credentials that are wrong */
function identify(metadata: Metadata, { accounts, insecure }: Access): Caller {
  const [authorization] = metadata.get('authorization');
  if (authorization === undefined) return new Caller(undefined, insecure ? 'all' : 'none');
  const credentials = basicCredentials(String(authorization));
  if (!credentials) throw unauthenticated();
  if (insecure && accounts.isEmpty) return new Caller(credentials.name, 'all');
  const account = accounts.whose(credentials);
  if (!account) throw unauthenticated();
  return new Caller(account.name, insecure || account.admin ? 'all' : 'ordinary');
}

function requireLeader(metadata: Metadata, { leader }: Access): void {
  if (leader && metadata.get('requires-leader')[0] === 'true') throw notLeader(leader);
}
