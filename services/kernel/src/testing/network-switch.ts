import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A door in front of a local server that a test can shut and open: shut, connections break and new ones are refused. */
export class NetworkSwitch {
  private readonly sockets = new Set<Socket>();
  private readonly targetPort: number;
  private server: Server | undefined;
  private ownPort = 0;

  private constructor(targetPort: number) {
    this.targetPort = targetPort;
  }

  static async before(targetPort: number): Promise<NetworkSwitch> {
    const door = new NetworkSwitch(targetPort);
    await door.open();
    return door;
  }

  /** The given address, led through this door. */
  static async beforeUrl(url: string): Promise<{ door: NetworkSwitch; url: string }> {
    const through = new URL(url);
    const door = await NetworkSwitch.before(Number(through.port));
    through.hostname = '127.0.0.1';
    through.port = String(door.port);
    return { door, url: through.href };
  }

  get port(): number {
    return this.ownPort;
  }

  async open(): Promise<void> {
    if (this.server) return;
    const server = createServer((inbound) => {
      const outbound = connect(this.targetPort, '127.0.0.1');
      for (const socket of [inbound, outbound]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.sockets.delete(socket);
          inbound.destroy();
          outbound.destroy();
        });
      }
      inbound.pipe(outbound).pipe(inbound);
    });
    server.listen(this.ownPort, '127.0.0.1');
    await once(server, 'listening');
    this.ownPort = (server.address() as AddressInfo).port;
    this.server = server;
  }

  async shut(): Promise<void> {
    const server = this.server;
    if (!server) return;
    this.server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
