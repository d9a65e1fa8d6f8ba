import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata, UntypedServiceImplementation } from '@grpc/grpc-js';
import { unauthenticated } from './errors.ts';

export interface Credentials {
  user: string;
  password: string;
}

export interface Access {
  /** The one account there is; without it any credentials are taken for right. */
  credentials: Credentials | undefined;
  /** Whether calls without credentials are let in. */
  insecure: boolean;
}

/** Puts the check of credentials before every handler of a service. */
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
    if (isAllowed(call.metadata, access)) handler(call, reply);
    else if (reply) reply(unauthenticated());
    else call.emit('error', unauthenticated());
  };
}

function isAllowed(metadata: Metadata, { credentials, insecure }: Access): boolean {
  const [authorization] = metadata.get('authorization');
  if (authorization === undefined) return insecure;
  if (!credentials) return true;
  const right = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  return timingSafeEqual(digest(String(authorization)), digest(right));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
