import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A door in front of a local server that a test can shut and open: shut, connections break and new ones are refused.
 * Stalled, they stay and nothing arrives any more, not even that the other end is gone.
 */
export class NetworkSwitch {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private readonly targetPort: number;
  private server: Server | undefined;
  private ownPort = 0;
  private isStalled = false;

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
    const server = createServer((inbound) => this.join([inbound, connect(this.targetPort, '127.0.0.1')]));
    server.listen(this.ownPort, '127.0.0.1');
    await once(server, 'listening');
    this.ownPort = (server.address() as AddressInfo).port;
    this.server = server;
  }

  async shut(): Promise<void> {
    const server = this.server;
    if (!server) return;
    this.server = undefined;
    this.isStalled = false;
    const closed = once(server, 'close');
    server.close();
    for (const pair of this.pairs) this.part(pair);
    await closed;
  }

  stall(): void {
    this.isStalled = true;
    for (const [inbound, outbound] of this.pairs) {
      inbound.unpipe(outbound).pause();
      outbound.unpipe(inbound).pause();
    }
  }

  /** What was sent meanwhile arrives. */
  resume(): void {
    this.isStalled = false;
    for (const pair of this.pairs) this.flow(pair);
  }

  private join(pair: readonly [Socket, Socket]): void {
    this.pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (!this.isStalled) this.part(pair);
      });
    }
    if (!this.isStalled) this.flow(pair);
  }

  private flow(pair: readonly [Socket, Socket]): void {
    const [inbound, outbound] = pair;
    if (inbound.destroyed || outbound.destroyed) this.part(pair);
    else inbound.pipe(outbound).pipe(inbound);
  }

  private part(pair: readonly [Socket, Socket]): void {
    this.pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  }
}
