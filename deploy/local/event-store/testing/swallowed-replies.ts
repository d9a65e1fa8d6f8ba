import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SwallowedReplies {
  /** The database's URL by way of this fault. */
  url: string;
  /** Lets the next request through, and breaks the connection instead of passing its reply on. */
  swallowNext(): void;
  close(): Promise<void>;
}

/** Stands before PostgreSQL: a commit whose reply it swallows is on disk, and its sender cannot know. */
export async function swallowedReplies(databaseUrl: string): Promise<SwallowedReplies> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed = false;
  const server = createServer((inbound) => {
    const outbound = connect(Number(target.port), target.hostname);
    let swallowing = false;
    const end = () => {
      inbound.destroy();
      outbound.destroy();
    };
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    inbound.on('data', (request) => {
      // Only the insert is meant, not a read that happens to come first.
      if (armed && request.includes('insert')) {
        swallowing = true;
        armed = false;
      }
      outbound.write(request);
    });
    outbound.on('data', (reply) => {
      if (swallowing) end();
      else inbound.write(reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    swallowNext: () => {
      armed = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
