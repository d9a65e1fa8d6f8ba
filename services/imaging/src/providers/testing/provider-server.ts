import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ProviderServer {
  readonly url: string;
  readonly received: Received[];
}

/** Starts a local server that plays a provider, until the test ends. */
export async function providerServer(
  answer: (received: Received, reply: ServerResponse) => void,
): Promise<ProviderServer> {
  const received: Received[] = [];
  const server = createServer((request, reply) => {
    void buffer(request).then(
      (body) => {
        const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
        received.push(one);
        answer(one, reply);
      },
      () => undefined,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { url: `http://127.0.0.1:${address.port}`, received };
}

/** Answers with JSON. */
export function json(reply: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Starts an answer, and closes the connection in the middle of it. */
export function cutOff(reply: ServerResponse, text: string, type = 'application/json'): void {
  reply.writeHead(200, { 'content-type': type, 'content-length': String(text.length + 1000) });
  reply.write(text, () => reply.destroy());
}

/** Returns a local address on which no server listens. */
export async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}
