import type { FastifyReply } from 'fastify';

/** JSON that the database has written already: it is passed on as it is. */
export interface JsonReply {
  json: string;
  /** Facts of the rows in it are parked: something is missing. */
  incomplete: boolean;
}

/** The same, where many are sent it: as it goes over the wire. */
export interface WrittenReply extends Omit<JsonReply, 'json'> {
  json: Buffer;
}

interface Reply {
  header(name: string, value: string): this;
  send(payload: string | Buffer): unknown;
}

/** `true` where facts behind the reply could not be applied yet. */
export const INCOMPLETE_HEADER = 'x-incomplete';

/** Sends it as text, without parsing or writing it again. It is one caller's own: no cache keeps it. */
export function sendJson(reply: Reply, { json, incomplete }: JsonReply | WrittenReply): void {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  if (incomplete) reply.header(INCOMPLETE_HEADER, 'true');
  reply.send(json);
}

/** Aborts when nobody waits for the reply any more. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
