import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SwallowedReplies {
  /** The database's URL by way of this fault. */
  url: string;
  /** Lets the next commit through, and breaks the connection instead of passing on that it is done. */
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
      // Only the rows are meant, not a read that happens to come first.
      if (armed && request.includes('copy')) {
        swallowing = true;
        armed = false;
      }
      outbound.write(request);
    });
    outbound.on('data', (reply) => {
      if (!swallowing) inbound.write(reply);
      else if (reply.includes('COPY')) end(); // how many rows are stored now
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
