import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** As much of a NATS server as a client needs that connects, with the words of the protocol for who may not. */
export async function startFakeNats({ password }: { password?: string } = {}): Promise<{
  host: string;
  close(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const info = { server_id: 'fake', version: '2.9.0', proto: 1, headers: true, max_payload: 1_048_576 };
    socket.write(`INFO ${JSON.stringify({ ...info, auth_required: password !== undefined })}\r\n`);
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n')) {
        if (line.startsWith('CONNECT') && password !== undefined && !line.includes(`"pass":"${password}"`)) {
          socket.end(`-ERR 'Authorization Violation'\r\n`);
        } else if (line === 'PING') socket.write('PONG\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
