import { Socket } from 'node:net';
import { createPool, type Pool } from '@easel/kernel/database/database';

/** A process's connections to PostgreSQL: they end as it does. */
export class Connections {
  private readonly sockets = new Set<Socket>();
  private readonly pools: Pool[] = [];
  private isCut = false;

  constructor(private readonly databaseUrl: string) {}

  /** Also what is opened by its settings, apart from it, is one of these. */
  pool(name: string, max: number): Pool {
    const pool = createPool(this.databaseUrl, { max, name });
    pool.options.stream = () => this.open();
    this.pools.push(pool);
    return pool;
  }

  /** As by kill -9: what was not committed never was, and locks are free. No other is opened any more. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
    // Some of its connections were handed out, and do not come back.
    for (const pool of this.pools) pool.end().catch(() => undefined);
  }

  private open(): Socket {
    if (this.isCut) return new DeadSocket();
    const socket = new Socket();
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}

/** Connects nowhere. */
class DeadSocket extends Socket {
  override connect(): this {
    return this.destroy(new Error('this process is dead'));
  }
}
