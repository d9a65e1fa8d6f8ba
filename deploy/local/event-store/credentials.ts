import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata, UntypedServiceImplementation } from '@grpc/grpc-js';
import { notLeader, type StoreError, unauthenticated } from './errors.ts';

export interface Credentials {
  user: string;
  password: string;
}

export interface Endpoint {
  host: string;
  port: number;
}

export interface Access {
  /** The one account there is; without it any credentials are taken for right. */
  credentials: Credentials | undefined;
  /** Whether calls without credentials are let in. */
  insecure: boolean;
  /** The leader, where it is another node. */
  leader?: Endpoint | undefined;
}

/** Puts the check of credentials, and of who leads, before every handler of a service. */
export function guarded(handlers: UntypedServiceImplementation, access: Access): UntypedServiceImplementation {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, guard(handler as Handler, access)]),
  );
}

/** Handlers as gRPC calls them: those that stream their replies have no callback, and report errors as events. */
type Handler = (call: Call, reply: ((error: Error) => void) | undefined) => void;

interface Call {
  metadata: Metadata;
  emit(event: 'error', error: Error): boolean;
}

function guard(handler: Handler, access: Access): Handler {
  return (call, reply) => {
    const refusal = refusalOf(call.metadata, access);
    if (!refusal) handler(call, reply);
    else if (reply) reply(refusal);
    else call.emit('error', refusal);
  };
}

function refusalOf(metadata: Metadata, access: Access): StoreError | undefined {
  if (!isAllowed(metadata, access)) return unauthenticated();
  const wantsLeader = metadata.get('requires-leader')[0] === 'true';
  return access.leader && wantsLeader ? notLeader(access.leader) : undefined;
}

function isAllowed(metadata: Metadata, { credentials, insecure }: Access): boolean {
  const [authorization] = metadata.get('authorization');
  if (authorization === undefined) return insecure;
  if (!credentials) return true;
  const right = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  return timingSafeEqual(digest(String(authorization)), digest(right));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
