import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * One server-sent event as it goes over the wire, encoded once however many read it. `id`: the log position it tells
 * of.
 */
export const eventFrame = (event: string, data: unknown, id?: bigint): Buffer =>
  Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** A comment: it keeps the connection open, and tells nothing. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** Takes the reply over and begins it as a stream of events, with the headers that were set so far. */
export function beginEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw: response } = reply;
  response.writeHead(200, {
    ...definite(reply.getHeaders()),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Gateways would else gather what should go on at once.
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  return response;
}

const definite = (headers: ReturnType<FastifyReply['getHeaders']>): Record<string, number | string | string[]> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
