import type * as z from 'zod/mini';
import type { QueryRoot } from '../query-roots.ts';
import type { Problem } from './problem.ts';

export type Side = 'command' | 'query';
export type OperatorRole = 'admin' | 'support' | 'analyst' | 'auditor';

/**
 * Who may call: anyone (a member's token is read where there is one), members, members by token or image cookie, or
 * operators of these roles; or whoever has the secret of this installation that the route asks for, and for everybody
 * else it is not there (404).
 */
export type Access = 'anyone' | 'member' | 'member-or-cookie' | 'secret' | { operators: readonly OperatorRole[] };

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As Fastify writes it: `/api/generation/:id`. */
  path: string;
  /** More addresses at which the same is found. */
  also?: readonly string[];
  side: Side;
  access: Access;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The largest body that is taken, in bytes; the server's own limit where it is absent. */
  bodyBytes?: number;
  /** Absent where the reply is no JSON. */
  reply?: z.ZodMiniType;
  errors?: readonly Problem[];
  /** What of the clients' queries this call makes stale. */
  moves?: readonly QueryRoot[];
  /**
   * Calls a window of seconds, counted per member where there is one, else per address and per browser that has signed
   * in before; RATE_LIMIT_SCALE multiplies it. Where such a browser is `apart`, the calls of others at its address do
   * not count against it.
   */
  limit?: { calls: number; seconds: number; knownBrowsers?: 'apart' };
  /** The body is a file, read as it is, of whatever content type; `bodyBytes` bounds it. */
  file?: true;
  /** A form is taken, too, and its fields are not read: what is meant stands in the address. */
  form?: true;
  /** A GET that does something, or sends a file that is counted: HEAD of it is not there (404). */
  acts?: true;
  /** Costs or creates: an Idempotency-Key is honoured. */
  idempotent?: boolean;
}

export const route = <const R extends Route>(definition: R): R => definition;

/** Names the events of a live stream, each with the shape of its data. */
export const liveShapes = <const S extends Readonly<Record<string, z.ZodMiniType>>>(shapes: S): S => shapes;

export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** `category=position` pairs: what this client must be able to read. */
export const POSITION_HEADER = 'x-position';
/** `true` where a reply may be older than the reader's own writes. */
export const STALE_HEADER = 'x-stale';
