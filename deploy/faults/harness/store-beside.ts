import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStoreProcess, type StoreProcess } from '@easel/kernel/testing/store-process';
import { startPostgres, type Postgres } from '../../local/postgres.ts';
import { STORE_DATA } from './processes.ts';

const RETRY_MS = 200;

/**
 * The server that TEST_EVENT_STORE names, beside a product that is given its address. It has a PostgreSQL of its own
 * for whatever it stores there, and is started again when it dies, at the same port, as the product does with its own
 * parts.
 */
export class StoreBeside {
  private postgres: Postgres | undefined;
  private running: StoreProcess | undefined;
  private wanted = false;
  /** Kept over restarts, since the product knows no other. */
  private address: Pick<StoreProcess, 'port' | 'connectionString'> | undefined;

  constructor(
    private readonly command: readonly string[],
    private readonly dataDir: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  get connectionString(): string {
    if (!this.address) throw new Error('the event store beside the product has not been started');
    return this.address.connectionString;
  }

  get pid(): number {
    const pid = this.running?.child.pid;
    if (pid === undefined) throw new Error('the event store beside the product does not run');
    return pid;
  }

  /** Resolves once it serves; harmless where it does. */
  async start(): Promise<void> {
    if (this.wanted) return;
    this.wanted = true;
    const place = { dataDir: join(this.dataDir, STORE_DATA), log: join(this.dataDir, `${STORE_DATA}.log`) };
    this.postgres = await startPostgres({ ...place, ...(this.postgres && { port: this.postgres.port }) });
    await this.run(this.postgres.url);
  }

  /** From now on it may die: whoever calls this sees to that. */
  letGo(): void {
    this.wanted = false;
    this.running = undefined;
  }

  private async run(databaseUrl: string): Promise<void> {
    const { command, env, address } = this;
    const running = await startStoreProcess(command, { databaseUrl, env, port: address?.port ?? 0 });
    this.running = running;
    this.address ??= running;
    void running.exited.then(() => this.again(running, databaseUrl));
  }

  private async again(ended: StoreProcess, databaseUrl: string): Promise<void> {
    if (this.running !== ended) return;
    this.running = undefined;
    while (this.wanted && !this.running) {
      await this.run(databaseUrl).catch(() => sleep(RETRY_MS)); // its port may be held a moment longer
    }
  }
}
