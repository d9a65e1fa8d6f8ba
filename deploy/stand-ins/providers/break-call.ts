import type { FastifyReply } from 'fastify';
import type { CommonFault } from './faults.ts';

/** Builds a protocol's error body. */
export type ErrorBody = (status: number, message: string) => object;

const statuses: Partial<Record<CommonFault, { status: number; message: string }>> = {
  busy: { status: 429, message: 'Rate limit reached. Please try again later.' },
  error: { status: 500, message: 'The server had an error while processing your request.' },
  unavailable: { status: 503, message: 'The server is overloaded. Please try again later.' },
  unauthorized: { status: 401, message: 'Incorrect API key provided.' },
  unfunded: { status: 402, message: 'Insufficient credits.' },
};

export const PAGE = '<!doctype html><title>502</title><h1>Bad gateway</h1>';

/** Breaks a call with an error or silence. `cut` is handled by `sendCut`, which needs an answer to truncate. */
export function breakCall(
  reply: FastifyReply,
  kind: Exclude<CommonFault, 'cut'>,
  { errorBody, retryAfterSeconds }: { errorBody: ErrorBody; retryAfterSeconds: number },
): FastifyReply {
  const found = statuses[kind];
  if (found) {
    const { status, message } = found;
    if (status === 429 || status === 503) void reply.header('retry-after', String(retryAfterSeconds));
    return reply.code(status).send(errorBody(status, message));
  }
  if (kind === 'wrong-type') return reply.type('text/html').send(PAGE);
  // Keep the connection open until either side closes it.
  return reply.hijack();
}

/** Closes the connection in the middle of the answer. */
export function sendCut(reply: FastifyReply, type: string, body: Buffer): FastifyReply {
  void reply.hijack();
  reply.raw.writeHead(200, { 'content-type': type, 'content-length': body.length });
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy());
  return reply;
}

/** Closes the connection without an answer. */
export function hangUp(reply: FastifyReply): FastifyReply {
  if (!reply.sent) void reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Returns a file's bytes with the requested damage. */
export const damaged = (file: Buffer, kind: string | undefined): Buffer => {
  if (kind === 'not-image') return Buffer.from(PAGE);
  return kind === 'truncated' ? file.subarray(0, Math.floor(file.length / 2)) : file;
};
