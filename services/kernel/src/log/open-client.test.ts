import { once } from 'node:events';
import { createServer, type Settings } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { EventStore } from './event-store.ts';
import { WINDOW_BYTES } from './open-client.ts';

it('lets the store send a whole window ahead of its reader', async () => {
  const asked = Promise.withResolvers<Settings>();
  const server = createServer();
  server.on('session', (session) => session.on('remoteSettings', asked.resolve));
  server.on('stream', (stream) =>
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '0' }, { endStream: true }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store = new EventStore(`esdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`);
  try {
    expect(await store.head(20_000)).toBe(0n);
    expect((await asked.promise).initialWindowSize).toBe(WINDOW_BYTES);
  } finally {
    await store.close();
    server.close();
  }
});
