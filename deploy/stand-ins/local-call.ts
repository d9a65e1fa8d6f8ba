import type { FastifyRequest } from 'fastify';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOCAL_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** From this machine, under a local name (no name of elsewhere that was bent to point here), and by no web page. */
export function isLocalCall(request: FastifyRequest): boolean {
  const name = request.hostname.toLowerCase();
  return LOOPBACK.has(request.ip) && LOCAL_NAMES.has(name) && request.headers.origin === undefined;
}
